import { Module } from '@nestjs/common';
import { TenantExportModule as ExportOfApp } from '#libs/privacy/data-rights';
import { TenantsModule } from '../tenants/tenants.module.js';
import { IDENTITY_EXPORT } from './exported.js';
import { TenantExportsController } from './tenant-export.controller.js';
import { TenantExportService } from './tenant-export.service.js';

/** Owners export tenants: who may, and identity's part of the export. */
@Module({
  imports: [ExportOfApp.forRoot(IDENTITY_EXPORT), TenantsModule],
  controllers: [TenantExportsController],
  providers: [TenantExportService],
})
export class TenantExportModule {}
