import { Args, Mutation, Query, Resolver } from '@nestjs/graphql';
import { Session } from '#libs/core/auth';
import { MailboxArgument } from '../../mailboxes/graphql/mailbox-argument.js';
import type { Mailbox } from '../../mailboxes/mailbox.entity.js';
import { AskForwardingRequest, ForwardingObject, SetForwardingRequest } from '../forwarding.dto.js';
import { ForwardingService } from '../forwarding.service.js';

@Session()
@Resolver(() => ForwardingObject)
export class ForwardingResolver {
  constructor(private readonly forwarding: ForwardingService) {}

  @Query(() => ForwardingObject, { nullable: true, description: 'Where a mailbox forwards its mail to.' })
  async mailboxForwarding(@MailboxArgument('visible') mailbox: Mailbox): Promise<ForwardingObject> {
    return ForwardingObject.of(await this.forwarding.get(mailbox));
  }

  @Mutation(() => ForwardingObject, {
    nullable: true,
    description:
      'Sets where a mailbox forwards its mail to. An address outside the verified domains of the account is forwarded nothing ' +
      'until its owner has confirmed.',
  })
  async setMailboxForwarding(
    @MailboxArgument('manager') mailbox: Mailbox,
    @Args('input') { enabled, destinations, keep_copy: keepsCopy }: SetForwardingRequest,
  ): Promise<ForwardingObject> {
    return ForwardingObject.of(await this.forwarding.set(mailbox, { enabled, destinations, keepsCopy }));
  }

  @Mutation(() => ForwardingObject, { nullable: true, description: 'Asks an address for its consent once more.' })
  async askMailboxForwarding(
    @MailboxArgument('manager') mailbox: Mailbox,
    @Args('input') { address }: AskForwardingRequest,
  ): Promise<ForwardingObject> {
    return ForwardingObject.of(await this.forwarding.askAgain(mailbox, address));
  }
}
