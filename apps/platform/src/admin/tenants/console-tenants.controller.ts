import { Body, Controller, Get, Param, Patch, Query, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { IdentityOutage, Operator } from '#libs/auth';
import { NoQuery, Operation } from '#libs/http';
import { toTenantDetail, toTenantView } from './console-tenant.js';
import { ConsoleTenantsService } from './console-tenants.service.js';
import { ListTenantsQuery, UpdateTenantRequest } from './dto/tenant.requests.js';
import { ConsoleTenantPage, ConsoleTenantResponse } from './dto/tenant.responses.js';
import { KnownTenantGuard, knownTenant } from './known-tenant.guard.js';

@ApiTags('Operator console')
@IdentityOutage('ProviderError')
@Operator()
@Controller('api/admin/tenants')
export class ConsoleTenantsController {
  constructor(private readonly tenants: ConsoleTenantsService) {}

  @Get()
  @Operation({
    summary: 'The tenants of the platform, newest first',
    success: { status: 200, type: ConsoleTenantPage },
    errors: [401, 403, 422, 502],
  })
  async list(@Query() { cursor = 0, ...filter }: ListTenantsQuery): Promise<ConsoleTenantPage> {
    const { tenants, nextCursor, hasMore } = await this.tenants.list({ ...filter, cursor });
    return { Tenants: tenants.map(toTenantView), NextCursor: nextCursor, HasMore: hasMore };
  }

  @Get(':id')
  @UseGuards(KnownTenantGuard)
  @Operation({
    summary: 'One tenant, with what it has used this month',
    success: { status: 200, type: ConsoleTenantResponse },
    errors: [401, 403, 404, 422, 502, 503],
  })
  async get(@Param('id') _id: string, @Query() _query: NoQuery): Promise<ConsoleTenantResponse> {
    const tenant = knownTenant();
    return toTenantDetail(tenant, await this.tenants.usageOf(tenant));
  }

  @Patch(':id')
  @UseGuards(KnownTenantGuard)
  @Operation({
    summary: 'Suspend or reactivate a tenant, or give it another plan or other products',
    description:
      'When this has answered, it is in force on all of the APIs. The change is in the audit log, with who made it, ' +
      'what was before and what is now. What a suspended tenant has queued waits until it is active again.',
    success: { status: 200, type: ConsoleTenantResponse },
    errors: [400, 401, 403, 404, 413, 422, 502, 503],
  })
  async change(
    @Param('id') id: string,
    @Query() _query: NoQuery,
    @Body() { Status, Reason, Plan, Products }: UpdateTenantRequest,
  ): Promise<ConsoleTenantResponse> {
    await this.tenants.change(id, { status: Status, plan: Plan, products: Products }, Reason?.trim());
    const tenant = await this.tenants.get(id);
    return toTenantDetail(tenant, await this.tenants.usageOf(tenant));
  }
}
