import { Args, Mutation, Query, Resolver } from '@nestjs/graphql';
import { Session } from '#libs/core/auth';
import { MailboxArgument } from '../../../mailboxes/graphql/mailbox-argument.js';
import type { Mailbox } from '../../../mailboxes/mailbox.entity.js';
import { LabelRuleObject, LabelRulesResponse, SetLabelRulesRequest } from '../label-rules.dto.js';
import { LabelRulesService } from '../label-rules.service.js';

@Session()
@Resolver(() => LabelRuleObject)
export class LabelRulesResolver {
  constructor(private readonly rules: LabelRulesService) {}

  @Query(() => [LabelRuleObject], {
    nullable: true,
    description: 'Which labels of the system a mailbox sets by itself.',
  })
  async mailboxLabelRules(@MailboxArgument('visible') mailbox: Mailbox): Promise<LabelRuleObject[]> {
    return LabelRulesResponse.of(await this.rules.get(mailbox)).rules;
  }

  @Mutation(() => [LabelRuleObject], {
    nullable: true,
    description: 'Switches labels of the system on and off; what is not named stays.',
  })
  async setMailboxLabelRules(
    @MailboxArgument('manager') mailbox: Mailbox,
    @Args('input') { importante, pessoal, promocoes, notificacoes }: SetLabelRulesRequest,
  ): Promise<LabelRuleObject[]> {
    const changes = { importante, pessoal, promocoes, notificacoes };
    return LabelRulesResponse.of(await this.rules.set(mailbox, changes)).rules;
  }
}
