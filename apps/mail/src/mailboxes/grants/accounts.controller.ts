import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { currentSession, currentTenantId, Session } from '#libs/core/auth';
import { knownBy, Operation } from '#libs/core/http';
import { SealedCursors } from '#libs/core/persistence';
import { SecretBox } from '#libs/core/secrets';
import { Organisation } from '../../organisations/organisation.entity.js';
import { OrganisationsService } from '../../organisations/organisations.service.js';
import { AccountPage, ListAccountsQuery } from './account.dto.js';
import { AccountsService } from './accounts.service.js';

const KnownOrganisation = knownBy(OrganisationsService, (organisations, { orgID = '' }) =>
  organisations.find(currentTenantId(), orgID),
);

@ApiTags('Organisations')
@Controller('orgs/:orgID/accounts')
export class AccountsController {
  private readonly cursors: SealedCursors;

  constructor(
    private readonly accounts: AccountsService,
    secrets: SecretBox,
  ) {
    this.cursors = new SealedCursors(secrets, 'mail.accounts');
  }

  @Get()
  @Session({ role: 'admin', support: 'none' })
  @Operation({
    summary: 'List the users of the tenant and the mailboxes that they may use, the newest user first',
    description: '`next_cursor`, sent as `cursor`, begins the next page; it is empty after the last one.',
    success: { status: 200, type: AccountPage },
  })
  async list(@KnownOrganisation() organisation: Organisation, @Query() query: ListAccountsQuery): Promise<AccountPage> {
    const { userId } = currentSession();
    return AccountPage.read(query, this.cursors, (page) => this.accounts.listPage(organisation, userId, page));
  }
}
