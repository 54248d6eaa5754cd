import { Body, Controller, Param, Post } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Internal } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import { ExportTenantRequest } from './tenant-export.request.js';
import { TenantExportService } from './tenant-export.service.js';

@ApiExcludeController()
@Internal()
@Controller('internal')
export class TenantExportsController {
  constructor(private readonly exports: TenantExportService) {}

  @Post('tenants/:tenantId/exports')
  @Operation({ summary: 'Allow an owner an export of a tenant, and record it', success: { status: 204 } })
  allow(@Param('tenantId') tenantId: string, @Body() { actorId, password }: ExportTenantRequest): Promise<void> {
    return this.exports.allow(tenantId, actorId, password);
  }
}
