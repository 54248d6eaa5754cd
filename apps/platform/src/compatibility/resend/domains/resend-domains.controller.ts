import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { ApiKey, currentTenantId } from '#libs/core/auth';
import { bodyOf, invalidField } from '#libs/core/http';
import { CreateDomainRequest } from '../../../domains/domain.requests.js';
import { DomainVerification } from '../../../domains/domain-verification.service.js';
import { DomainsService } from '../../../domains/domains.service.js';
import { TheirFields } from '../../frame/their-fields.js';
import { fromDomain, fromDomainWithRecords } from './from-domain.js';

/** Domains on one page; an account has no more. */
const PAGE = 100;

const TRACKING =
  'is not set for a domain: it is set for the account, by PATCH /api/tracking in the session of an admin';

/** Settings of a domain at Resend, and where they are made here. */
const SET_ELSEWHERE: Readonly<Record<string, string>> = {
  open_tracking: TRACKING,
  click_tracking: TRACKING,
  tls: 'is not set for a domain: the mail relay of the installation decides',
  capabilities: 'is not set for a domain: it receives by routes (POST /api/inbound/routes)',
  tracking_subdomain: 'is not set for a domain: links lead to the address of the installation',
};

/** Sending domains as clients of Resend add and verify them. */
@ApiExcludeController()
@Controller('domains')
export class ResendDomainsController {
  constructor(
    private readonly domains: DomainsService,
    private readonly verification: DomainVerification,
  ) {}

  @Post()
  @ApiKey('domains:write')
  async create(@Body() body: unknown): Promise<object> {
    const { Name } = bodyOf({ Name: TheirFields.of(body).requiredText('name') }, CreateDomainRequest);
    return fromDomainWithRecords(await this.domains.create(currentTenantId(), Name));
  }

  @Get()
  @ApiKey('domains:read')
  async list(@Query() _query: object): Promise<object> {
    const { items, hasMore } = await this.domains.listPage(currentTenantId(), { limit: PAGE });
    return { object: 'list', has_more: hasMore, data: items.map(fromDomain) };
  }

  @Get(':id')
  @ApiKey('domains:read')
  async get(@Param('id') id: string): Promise<object> {
    return { object: 'domain', ...fromDomainWithRecords(await this.domains.get(currentTenantId(), id)) };
  }

  /** Refuses each setting with the place where it is made: of one domain alone there is none. */
  @Patch(':id')
  @ApiKey('domains:write')
  async update(@Param('id') id: string, @Body() body: unknown): Promise<never> {
    await this.domains.get(currentTenantId(), id);
    const fields = TheirFields.of(body);
    const asked = Object.keys(SET_ELSEWHERE).find((name) => fields.has(name));
    if (asked === undefined) throw invalidField('MissingParameter', 'open_tracking', 'or another setting is missing');
    throw fields.invalid(asked, SET_ELSEWHERE[asked]!);
  }

  @Post(':id/verify')
  @HttpCode(200)
  @ApiKey('domains:write')
  async verify(@Param('id') id: string): Promise<object> {
    await this.verification.verify(currentTenantId(), id);
    return { object: 'domain', id };
  }

  @Delete(':id')
  @HttpCode(200)
  @ApiKey('domains:write')
  async delete(@Param('id') id: string): Promise<object> {
    await this.domains.delete(currentTenantId(), id);
    return { object: 'domain', id, deleted: true };
  }
}
