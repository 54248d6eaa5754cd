import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Internal } from '#libs/auth';
import { Operation, Problem } from '#libs/http';
import { startBefore, toPage } from '#libs/persistence';
import { ConsoleTenantRepository, type ConsoleTenant } from './console-tenant.repository.js';
import { ConsoleTenantsQuery } from './dto/console-tenants.query.js';

/** The tenants of the whole platform, for the operator console. */
@ApiExcludeController()
@Internal()
@Controller('internal/console/tenants')
export class ConsoleTenantsController {
  constructor(private readonly tenants: ConsoleTenantRepository) {}

  @Get()
  @Operation({ summary: 'Tenants, newest first', success: { status: 200 } })
  async list(@Query() { cursor, limit, ...filter }: ConsoleTenantsQuery) {
    const rows = await this.tenants.list({ ...filter, before: startBefore('acc', cursor) }, limit);
    const { items, nextCursor, hasMore } = toPage(rows, limit);
    return { tenants: items, nextCursor, hasMore };
  }

  @Get(':tenantId')
  @Operation({ summary: 'A tenant', success: { status: 200 } })
  async get(@Param('tenantId') tenantId: string): Promise<ConsoleTenant> {
    const tenant = await this.tenants.find(tenantId);
    if (!tenant) throw new Problem('NotFound');
    return tenant;
  }
}
