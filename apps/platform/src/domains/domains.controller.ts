import { Body, Controller, Delete, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { currentTenantId, Session } from '#libs/core/auth';
import { Created, knownBy, Operation } from '#libs/core/http';
import { DomainVerification } from './domain-verification.service.js';
import { CreateDomainRequest, EmptyDomainRequest, ListDomainsQuery } from './domain.requests.js';
import { DomainPageResponse, DomainResponse } from './domain.responses.js';
import { DomainsService } from './domains.service.js';

const Known = knownBy(DomainsService, (domains, { id = '' }) => domains.getWithKeys(currentTenantId(), id));

@ApiTags('Domains')
@Controller('api/domains')
export class DomainsController {
  constructor(
    private readonly domains: DomainsService,
    private readonly verification: DomainVerification,
  ) {}

  @Post()
  @Session({ role: 'admin' })
  @Created({
    summary: 'Add a sending domain',
    description: 'Makes its DKIM keys. Publish the records of the answer, then verify the domain.',
    type: DomainResponse,
    location: ({ Domain }) => `/api/domains/${Domain.Id}`,
    errors: [409],
  })
  async create(@Body() { Name }: CreateDomainRequest): Promise<DomainResponse> {
    return DomainResponse.of(await this.domains.create(currentTenantId(), Name));
  }

  @Get()
  @Session()
  @Operation({
    summary: 'List sending domains, newest first',
    description: 'NextCursor of a page, passed as cursor, begins the next page; 0 means the end.',
    success: { status: 200, type: DomainPageResponse },
  })
  async list(@Query() { cursor, limit }: ListDomainsQuery): Promise<DomainPageResponse> {
    return DomainPageResponse.of(await this.domains.listPage(currentTenantId(), { cursor, limit }));
  }

  @Get(':id')
  @Session()
  @Known()
  @Operation({
    summary: 'Read a sending domain with its records and keys',
    description: 'Records are the DNS records that the domain needs.',
    success: { status: 200, type: DomainResponse },
  })
  async get(@Param('id') id: string): Promise<DomainResponse> {
    return DomainResponse.of(await this.domains.get(currentTenantId(), id));
  }

  @Delete(':id')
  @Session({ role: 'admin' })
  @Known()
  @Operation({
    summary: 'Remove a sending domain with its keys',
    description: 'Nothing more is accepted from it. E-mails that were accepted before are still sent, unsigned.',
    success: { status: 204 },
  })
  async delete(@Param('id') id: string): Promise<void> {
    await this.domains.delete(currentTenantId(), id);
  }

  @Post(':id/verify')
  @Session({ role: 'admin' })
  @Known()
  @Operation({
    summary: "Look the domain's records up and verify it",
    description:
      'It is verified when the ownership record and one DKIM record are found. Keys whose records are found sign from ' +
      'then on. 409: another account has it verified; 503: its name servers did not answer; nothing has changed then.',
    success: { status: 200, type: DomainResponse },
    errors: [409],
  })
  async verify(@Param('id') id: string, @Body() _body: EmptyDomainRequest): Promise<DomainResponse> {
    return DomainResponse.of(await this.verification.verify(currentTenantId(), id));
  }

  @Post(':id/rotate-keys')
  @Session({ role: 'admin' })
  @Known()
  @Operation({
    summary: 'Give a sending domain new DKIM keys',
    description:
      'The present keys sign until a check finds the records of the new ones, and their own records stay listed for ' +
      'seven days after that. 409: keys made before still wait for their records.',
    success: { status: 200, type: DomainResponse },
    errors: [409],
  })
  async rotateKeys(@Param('id') id: string, @Body() _body: EmptyDomainRequest): Promise<DomainResponse> {
    return DomainResponse.of(await this.domains.rotateKeys(currentTenantId(), id));
  }
}
