import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { currentTenantId, KeyOrSession } from '#libs/core/auth';
import { Created, knownBy, Operation } from '#libs/core/http';
import { SealedCursors } from '#libs/core/persistence';
import { SecretBox } from '#libs/core/secrets';
import { OrganisationsService } from '../organisations/organisations.service.js';
import { CreateDomainRequest } from './domain.requests.js';
import { DomainDetailObject, DomainPage, ListDomainsQuery } from './domain.responses.js';
import { DomainsService } from './domains.service.js';

const KnownOrganisation = knownBy(OrganisationsService, (organisations, { orgID = '' }) =>
  organisations.find(currentTenantId(), orgID),
);

@ApiTags('Domains')
@Controller('orgs/:orgID/domains')
export class OrgDomainsController {
  private readonly cursors: SealedCursors;

  constructor(
    private readonly domains: DomainsService,
    secrets: SecretBox,
  ) {
    this.cursors = new SealedCursors(secrets, 'mail.domains');
  }

  @Post()
  @KeyOrSession('mail:admin', { role: 'admin' })
  @KnownOrganisation()
  @Created({
    summary: 'Add a domain to an organisation',
    description: 'Makes its DKIM keys. Publish the records of the answer, then verify it. 409: the account has it.',
    type: DomainDetailObject,
    location: ({ id }) => `/domains/${id}`,
    errors: [409],
  })
  async create(@Param('orgID') orgId: string, @Body() { name }: CreateDomainRequest): Promise<DomainDetailObject> {
    return DomainDetailObject.ofDetail(await this.domains.create(currentTenantId(), orgId, name));
  }

  @Get()
  @KeyOrSession('mail:admin')
  @KnownOrganisation()
  @Operation({
    summary: 'List the domains of an organisation, newest first',
    description: 'next_cursor of a page, passed as cursor, begins the next page.',
    success: { status: 200, type: DomainPage },
  })
  async list(@Param('orgID') orgId: string, @Query() query: ListDomainsQuery): Promise<DomainPage> {
    return DomainPage.read(query, this.cursors, (page) => this.domains.listPage(currentTenantId(), orgId, page));
  }
}
