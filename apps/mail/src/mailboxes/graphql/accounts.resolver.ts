import { Args, ArgsType, Field, ObjectType, Query, Resolver } from '@nestjs/graphql';
import { currentSession, currentTenantId, Session } from '#libs/core/auth';
import { IdArgument } from '#libs/core/graphql';
import { Problem } from '#libs/core/http';
import { SealedCursors } from '#libs/core/persistence';
import { SecretBox } from '#libs/core/secrets';
import { OrganisationsService } from '../../organisations/organisations.service.js';
import { AccountObject, AccountPage, ListAccountsQuery } from '../grants/account.dto.js';
import { AccountsService } from '../grants/accounts.service.js';

@ArgsType()
export class AccountPageArgs extends ListAccountsQuery {
  @IdArgument()
  org_id: string;
}

/** No connection: identity, which keeps the users, knows where a page ends and not the place of each of them. */
@ObjectType('MailAccountPage')
export class AccountPageObject {
  @Field(() => [AccountObject])
  accounts: AccountObject[];

  @Field({ description: 'Passed as `cursor`, it begins the next page; empty after the last one.' })
  next_cursor: string;
}

@Session({ role: 'admin', support: 'none' })
@Resolver(() => AccountObject)
export class AccountsResolver {
  private readonly cursors: SealedCursors;

  constructor(
    private readonly organisations: OrganisationsService,
    private readonly accounts: AccountsService,
    secrets: SecretBox,
  ) {
    this.cursors = new SealedCursors(secrets, 'mail.accounts');
  }

  @Query(() => AccountPageObject, {
    nullable: true,
    description: 'The users of the account with the mailboxes of an organisation that they may use, newest user first.',
  })
  async mailAccounts(@Args() args: AccountPageArgs): Promise<AccountPageObject> {
    const organisation = await this.organisations.find(currentTenantId(), args.org_id);
    if (!organisation) throw new Problem('NotFound');
    const { userId } = currentSession();
    return AccountPage.read(args, this.cursors, (page) => this.accounts.listPage(organisation, userId, page));
  }
}
