import { type DynamicModule, Module } from '@nestjs/common';
import { TenantExportClient, TenantExportModule, TenantExportReader } from '#libs/privacy/data-rights';
import { AuthGatewayModule } from '../auth/auth-gateway.module.js';
import type { PlatformConfig } from '../config.js';
import { TenantOfPathGuard } from '../tenants/tenant-of-path.guard.js';
import { AccountExportController } from './account-export.controller.js';
import { AccountExportService } from './account-export.service.js';
import { ExportSources } from './export-sources.js';
import { ENTITIES } from '../entities.js';

/** An owner takes away what all apps have of their account, as one archive. */
@Module({})
export class AccountExportModule {
  static forRoot({ identityUrl, mailUrl, pagesUrl, crmUrl, serviceSecret }: PlatformConfig): DynamicModule {
    const urls = { identity: identityUrl, mail: mailUrl, pages: pagesUrl, crm: crmUrl };
    const sourcesOf = (reader: TenantExportReader) => {
      const clients = Object.entries(urls).flatMap(([app, url]) =>
        url ? [new TenantExportClient({ app, url, serviceSecret })] : [],
      );
      const absent = Object.entries(urls).flatMap(([app, url]) => (url ? [] : [app]));
      return new ExportSources(reader, clients, absent);
    };
    return {
      module: AccountExportModule,
      imports: [AuthGatewayModule, TenantExportModule.forRoot({ app: 'platform', entities: ENTITIES, files: true })],
      controllers: [AccountExportController],
      providers: [
        { provide: ExportSources, inject: [TenantExportReader], useFactory: sourcesOf },
        AccountExportService,
        TenantOfPathGuard,
      ],
    };
  }
}
