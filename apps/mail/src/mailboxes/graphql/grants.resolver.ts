import { Args, ID, Mutation, Query, Resolver } from '@nestjs/graphql';
import { Session } from '#libs/core/auth';
import { GrantObject, SetGrantRequest } from '../grants/grant.dto.js';
import { GrantsService } from '../grants/grants.service.js';
import type { Mailbox } from '../mailbox.entity.js';
import { MailboxArgument } from './mailbox-argument.js';

@Session()
@Resolver(() => GrantObject)
export class GrantsResolver {
  constructor(private readonly grants: GrantsService) {}

  @Query(() => [GrantObject], {
    nullable: true,
    description: 'Who may use a mailbox, the oldest grant first; for its owners, and for admins of the account.',
  })
  async mailboxGrants(@MailboxArgument('owner') mailbox: Mailbox): Promise<GrantObject[]> {
    return (await this.grants.list(mailbox)).map((grant) => GrantObject.of(grant));
  }

  @Mutation(() => GrantObject, {
    nullable: true,
    description: 'Gives a member of the account a role in a mailbox. Conflict if it would be left without an owner.',
  })
  async setMailboxGrant(
    @MailboxArgument('owner') mailbox: Mailbox,
    @Args('user_id', { type: () => ID }) userId: string,
    @Args('input') { role }: SetGrantRequest,
  ): Promise<GrantObject> {
    return GrantObject.of(await this.grants.set(mailbox, userId, role));
  }

  @Mutation(() => ID, {
    nullable: true,
    description: 'Takes a grant away; Conflict for the last owner. Answers the id of the user.',
  })
  async deleteMailboxGrant(
    @MailboxArgument('owner') mailbox: Mailbox,
    @Args('user_id', { type: () => ID }) userId: string,
  ): Promise<string> {
    await this.grants.delete(mailbox, userId);
    return userId;
  }
}
