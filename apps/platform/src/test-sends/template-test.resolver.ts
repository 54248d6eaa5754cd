import { Args, Mutation, Resolver } from '@nestjs/graphql';
import { Session } from '#libs/core/auth';
import { SentMessagesResponse } from '../dashboard-send/dto/sent-messages.response.js';
import { Sends } from '../plans/sends.js';
import { TemplateArgument } from '../templates/graphql/template-argument.js';
import type { Template } from '../templates/template.entity.js';
import { SendTestOfTemplateRequest } from './template-test.dto.js';
import { TemplateTests } from './template-tests.js';

@Session()
@Resolver(() => SentMessagesResponse)
export class TemplateTestResolver {
  constructor(private readonly tests: TemplateTests) {}

  @Sends()
  @Mutation(() => SentMessagesResponse, {
    nullable: true,
    description:
      'Fills a template of e-mail with data and sends it as a test, to a verified address of the user or the address of a member. ' +
      'Its subject begins with [Test]. InvalidParameter for another address and for a template of another channel; MissingParameter ' +
      'names a variable that data lacks. `idempotencyKey` makes that it can be repeated safely.',
  })
  async sendTestOfTemplate(
    @TemplateArgument() template: Template,
    @Args('input') input: SendTestOfTemplateRequest,
    @Args('idempotencyKey', { type: () => String, nullable: true }) idempotencyKey: string | null,
  ): Promise<SentMessagesResponse> {
    return SentMessagesResponse.of(await this.tests.send(template, input, idempotencyKey ?? undefined));
  }
}
