import { Args, ID, Mutation, Query, Resolver } from '@nestjs/graphql';
import { Session } from '#libs/core/auth';
import { MailboxArgument } from '../../mailboxes/graphql/mailbox-argument.js';
import type { Mailbox } from '../../mailboxes/mailbox.entity.js';
import { AppPasswordObject, CreateAppPasswordRequest, NewAppPasswordObject } from '../app-password.dto.js';
import { AppPasswordsService } from '../app-passwords.service.js';

@Session()
@Resolver(() => AppPasswordObject)
export class AppPasswordsResolver {
  constructor(private readonly passwords: AppPasswordsService) {}

  @Query(() => [AppPasswordObject], {
    nullable: true,
    description:
      'The app passwords of a mailbox, newest first. Users see their own; owners and managers of the mailbox and admins of ' +
      'the account see all.',
  })
  async mailboxAppPasswords(@MailboxArgument('visible') mailbox: Mailbox): Promise<AppPasswordObject[]> {
    return (await this.passwords.list(mailbox)).map((one) => AppPasswordObject.of(one));
  }

  @Query(() => AppPasswordObject, { nullable: true, description: 'An app password, without its secret.' })
  async mailboxAppPassword(
    @MailboxArgument('visible') mailbox: Mailbox,
    @Args('id', { type: () => ID }) id: string,
  ): Promise<AppPasswordObject> {
    return AppPasswordObject.of(await this.passwords.get(mailbox, id));
  }

  @Mutation(() => NewAppPasswordObject, {
    nullable: true,
    description: 'A new app password, with which a mail program sends. The secret is in this answer alone.',
  })
  async createMailboxAppPassword(
    @MailboxArgument('sender') mailbox: Mailbox,
    @Args('input') { name }: CreateAppPasswordRequest,
  ): Promise<NewAppPasswordObject> {
    const { password, secret } = await this.passwords.create(mailbox, name.trim());
    return { ...AppPasswordObject.of(password), secret };
  }

  @Mutation(() => ID, {
    nullable: true,
    description: 'Revokes an app password: from the answer on it authenticates nothing. Answers its id.',
  })
  async revokeMailboxAppPassword(
    @MailboxArgument('visible') mailbox: Mailbox,
    @Args('id', { type: () => ID }) id: string,
  ): Promise<string> {
    await this.passwords.revoke(mailbox, id);
    return id;
  }
}
