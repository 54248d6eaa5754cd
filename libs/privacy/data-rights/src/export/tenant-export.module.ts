import { type DynamicModule, Module } from '@nestjs/common';
import { RowsElsewhere } from '../rows-elsewhere.js';
import { RowOpener } from './row-opener.js';
import { TenantExportController } from './tenant-export.controller.js';
import { TENANT_EXPORT_OPTIONS, type TenantExportOptions } from './tenant-export-options.js';
import { TenantExportReader } from './tenant-export-reader.js';

/** Gives Platform what an app has of a tenant, for its export. */
@Module({})
export class TenantExportModule {
  static forRoot(options: TenantExportOptions): DynamicModule {
    return {
      module: TenantExportModule,
      imports: options.imports ?? [],
      controllers: [TenantExportController],
      providers: [
        { provide: TENANT_EXPORT_OPTIONS, useValue: options },
        ...(options.opener ? [{ provide: RowOpener, useClass: options.opener }] : []),
        ...(options.elsewhere ? [{ provide: RowsElsewhere, useClass: options.elsewhere }] : []),
        TenantExportReader,
      ],
      exports: [TenantExportReader],
    };
  }
}
