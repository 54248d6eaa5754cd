import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Internal } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import type { ConsoleTenant, TenantCounts } from './console-tenant.repository.js';
import { ConsoleTenantsQuery } from './console-tenants.query.js';
import { ConsoleTenantsService } from './console-tenants.service.js';

/** The tenants of the whole platform, for the operator console. */
@ApiExcludeController()
@Internal()
@Controller('internal')
export class ConsoleTenantsController {
  constructor(private readonly tenants: ConsoleTenantsService) {}

  @Get('console/tenants')
  @Operation({ summary: 'Tenants, newest first', success: { status: 200 } })
  async list(@Query() { cursor, limit, ...filter }: ConsoleTenantsQuery) {
    const { items, nextCursor, hasMore } = await this.tenants.list(filter, cursor, limit);
    return { tenants: items, nextCursor, hasMore };
  }

  @Get('console/tenants/:tenantId')
  @Operation({ summary: 'A tenant', success: { status: 200 } })
  get(@Param('tenantId') tenantId: string): Promise<ConsoleTenant> {
    return this.tenants.get(tenantId);
  }

  @Get('statistics')
  @Operation({ summary: 'How many tenants have which status', success: { status: 200 } })
  async count(): Promise<{ tenants: TenantCounts }> {
    return { tenants: await this.tenants.count() };
  }
}
