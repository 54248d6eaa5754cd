import { Args, ID, Mutation, Query, Resolver } from '@nestjs/graphql';
import { Operator } from '#libs/core/auth';
import { knownArgument } from '#libs/core/graphql';
import { ConsoleSmsSenderView } from '../sms-sender.dto.js';
import type { SmsSender } from '../sms-sender.entity.js';
import { SmsSendersService } from '../sms-senders.service.js';
import { ConsoleSmsSenderConnection, ConsoleSmsSenderConnectionArgs } from './sms-sender.types.js';

const SenderArgument = knownArgument('id', SmsSendersService, (senders, id) => senders.findOfAnyTenant(id));

@Operator()
@Resolver(() => ConsoleSmsSenderView)
export class ConsoleSendersResolver {
  constructor(private readonly senders: SmsSendersService) {}

  @Query(() => ConsoleSmsSenderConnection, {
    nullable: true,
    description: 'The senders of texts of all tenants, newest first. For operators.',
  })
  consoleSmsSenders(@Args() { state, ...args }: ConsoleSmsSenderConnectionArgs): Promise<ConsoleSmsSenderConnection> {
    return ConsoleSmsSenderConnection.read(args, (page) => this.senders.listPageOfAllTenants(state, page));
  }

  @Mutation(() => ConsoleSmsSenderView, {
    nullable: true,
    description: 'Confirms a sender: live texts of its tenant may come from it. For operators.',
  })
  async confirmConsoleSmsSender(@SenderArgument() sender: SmsSender): Promise<ConsoleSmsSenderView> {
    return ConsoleSmsSenderView.of(await this.senders.confirmByOperator(sender));
  }

  @Mutation(() => ID, {
    nullable: true,
    description: 'Removes a sender of a tenant. For operators. Answers its id.',
  })
  async deleteConsoleSmsSender(@SenderArgument() { tenantId, id }: SmsSender): Promise<string> {
    await this.senders.delete(tenantId, id);
    return id;
  }
}
