import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { ApiKey, currentTenantId } from '#libs/core/auth';
import { bodyOf } from '#libs/core/http';
import { CreateDomainRequest } from '../../domains/domain.requests.js';
import { DomainVerification } from '../../domains/domain-verification.service.js';
import { DomainsService } from '../../domains/domains.service.js';
import { TheirFields } from '../frame/their-fields.js';
import { fromDomain, fromDomainWithRecords } from './from-domain.js';

/** Domains on one page; an account has no more. */
const PAGE = 100;

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
