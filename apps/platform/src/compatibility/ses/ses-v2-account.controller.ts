import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { currentKey, currentTenantId, SignedByKey } from '#libs/core/auth';
import { bodyOf, Problem } from '#libs/core/http';
import { DomainsService } from '../../domains/domains.service.js';
import type { DomainDetail } from '../../domains/domain.js';
import { CreateDomainRequest } from '../../domains/domain.requests.js';
import { AddSuppressionRequest } from '../../suppressions/dto/suppression.requests.js';
import { SuppressionsService } from '../../suppressions/suppressions.service.js';
import { TheirFields } from '../frame/their-fields.js';
import { fromIdentity, fromListedIdentity } from './from-identity.js';
import { fromSuppression, reasonOf, SUPPRESSED_FOR } from './from-suppression.js';
import { SendQuota } from './send-quota.js';

/** Domains of an account, at most. */
const DOMAINS_MAX = 100;

/** Account, suppressed addresses and identities, as clients of the second version of Amazon SES ask for them. */
@ApiExcludeController()
@Controller('v2/email')
export class SesV2AccountController {
  constructor(
    private readonly quota: SendQuota,
    private readonly suppressions: SuppressionsService,
    private readonly domains: DomainsService,
  ) {}

  @Get('account')
  @SignedByKey('account:read', 'ses')
  async account(): Promise<object> {
    return {
      DedicatedIpAutoWarmupEnabled: false,
      EnforcementStatus: 'HEALTHY',
      ProductionAccessEnabled: currentKey().environment === 'live',
      SendingEnabled: true,
      SendQuota: await this.quota.get(),
      SuppressionAttributes: { SuppressedReasons: ['BOUNCE', 'COMPLAINT'] },
    };
  }

  @Put('suppression/addresses')
  @HttpCode(200)
  @SignedByKey('suppressions:write', 'ses')
  async suppress(@Body() body: unknown): Promise<object> {
    const fields = TheirFields.of(body);
    const values = { Address: fields.requiredText('EmailAddress'), Reason: reasonOf(fields) };
    await this.suppressions.create(currentTenantId(), bodyOf(values, AddSuppressionRequest));
    return {};
  }

  @Get('suppression/addresses/:address')
  @SignedByKey('suppressions:read', 'ses')
  async suppressed(@Param('address') address: string): Promise<object> {
    return { SuppressedDestination: fromSuppression(await this.find(address)) };
  }

  @Delete('suppression/addresses/:address')
  @HttpCode(200)
  @SignedByKey('suppressions:write', 'ses')
  async unsuppress(@Param('address') address: string): Promise<object> {
    await this.suppressions.delete(await this.find(address));
    return {};
  }

  @Get('identities')
  @SignedByKey('domains:read', 'ses')
  async identities(@Query() _query: object): Promise<object> {
    return { EmailIdentities: (await this.list()).map(fromListedIdentity) };
  }

  /** Newer clients ask in this way. */
  @Post('list-identities')
  @HttpCode(200)
  @SignedByKey('domains:read', 'ses')
  listIdentities(): Promise<object> {
    return this.identities({});
  }

  @Post('identities')
  @HttpCode(200)
  @SignedByKey('domains:write', 'ses')
  async addIdentity(@Body() body: unknown): Promise<object> {
    const { Name } = bodyOf({ Name: TheirFields.of(body).requiredText('EmailIdentity') }, CreateDomainRequest);
    return fromIdentity(await this.domains.create(currentTenantId(), Name));
  }

  @Get('identities/:name')
  @SignedByKey('domains:read', 'ses')
  async identity(@Param('name') name: string): Promise<object> {
    return fromIdentity(await this.findDomain(name));
  }

  @Delete('identities/:name')
  @HttpCode(200)
  @SignedByKey('domains:write', 'ses')
  async removeIdentity(@Param('name') name: string): Promise<object> {
    await this.domains.delete(currentTenantId(), (await this.findDomain(name)).domain.id);
    return {};
  }

  private async find(address: string) {
    const entry = await this.suppressions.find(currentTenantId(), address);
    if (!entry || !Object.hasOwn(SUPPRESSED_FOR, entry.reason)) throw new Problem('NotFound');
    return entry;
  }

  private async list(): Promise<DomainDetail[]> {
    return (await this.domains.listPage(currentTenantId(), { limit: DOMAINS_MAX })).items;
  }

  private async findDomain(name: string): Promise<DomainDetail> {
    const found = (await this.list()).find(({ domain }) => domain.name === name.toLowerCase());
    if (!found) throw new Problem('NotFound');
    return found;
  }
}
