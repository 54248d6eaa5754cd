import { Body, Controller, Get, Param, Patch, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { IdentityOutage, Operator } from '#libs/auth';
import { Operation } from '#libs/http';
import type { ConsoleTenant } from './console-tenant.js';
import { ConsoleTenantsService } from './console-tenants.service.js';
import { ListTenantsQuery, UpdateTenantRequest } from './dto/tenant.requests.js';
import { ConsoleTenantPage, ConsoleTenantResponse } from './dto/tenant.responses.js';
import { KnownTenant } from './known-tenant.js';

@ApiTags('Operator console')
@IdentityOutage('ProviderError')
@Operator()
@Controller('api/admin/tenants')
export class ConsoleTenantsController {
  constructor(private readonly tenants: ConsoleTenantsService) {}

  @Get()
  @Operation({
    summary: 'The tenants of the platform, newest first',
    description: 'NextCursor of a page, passed as cursor, begins the next page; 0 means the end.',
    success: { status: 200, type: ConsoleTenantPage },
  })
  async list(@Query() { cursor = 0, ...filter }: ListTenantsQuery): Promise<ConsoleTenantPage> {
    const { tenants, nextCursor, hasMore } = await this.tenants.list({ ...filter, cursor });
    return ConsoleTenantPage.of({ items: tenants, nextCursor, hasMore });
  }

  @Get(':id')
  @Operation({
    summary: 'One tenant, with what it has used this month',
    description: 'Usage is that of the current calendar month.',
    success: { status: 200, type: ConsoleTenantResponse },
  })
  async get(@KnownTenant() tenant: ConsoleTenant): Promise<ConsoleTenantResponse> {
    return ConsoleTenantResponse.of(tenant, await this.tenants.getUsage(tenant));
  }

  @Patch(':id')
  @KnownTenant()
  @Operation({
    summary: 'Suspend or reactivate a tenant, or give it another plan or other products',
    description:
      'When this has answered, it is in force on all of the APIs. The change is in the audit log, with who made it, ' +
      'what was before and what is now. What a suspended tenant has queued waits until it is active again.',
    success: { status: 200, type: ConsoleTenantResponse },
  })
  async update(
    @Param('id') id: string,
    @Body() { Status, Reason, Plan, Products }: UpdateTenantRequest,
  ): Promise<ConsoleTenantResponse> {
    await this.tenants.update(id, { status: Status, plan: Plan, products: Products }, Reason?.trim());
    const tenant = await this.tenants.get(id);
    return ConsoleTenantResponse.of(tenant, await this.tenants.getUsage(tenant));
  }
}
