import { Args, ID, Mutation, Resolver } from '@nestjs/graphql';
import { Session } from '#libs/core/auth';
import { MessageDetailType } from '../../messages/graphql/message.types.js';
import { Sends } from '../../plans/sends.js';
import { ResendService } from '../resend/resend.service.js';

@Session()
@Resolver(() => MessageDetailType)
export class ResendResolver {
  constructor(private readonly messages: ResendService) {}

  @Sends()
  @Mutation(() => MessageDetailType, {
    nullable: true,
    description:
      'Sends a message again: a new one of the same content, to the same recipient, through the same checks as any other. Conflict ' +
      'while it is on its way, for a message of a test key in production and for a mail that asks for a confirmation; Gone once its ' +
      'content was erased; SuppressedAddress for a recipient who is suppressed. Answers the new message, whose `resendOf` is the ' +
      'first. `idempotencyKey` makes that it can be repeated safely.',
  })
  async resendMessage(
    @Args('id', { type: () => ID }) id: string,
    @Args('idempotencyKey', { type: () => String, nullable: true }) idempotencyKey: string | null,
  ): Promise<MessageDetailType> {
    return MessageDetailType.of(await this.messages.resend(id, idempotencyKey ?? undefined));
  }
}
