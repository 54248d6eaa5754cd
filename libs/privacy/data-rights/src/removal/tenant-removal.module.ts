import { Module, type DynamicModule } from '@nestjs/common';
import { RowsElsewhere } from '../rows-elsewhere.js';
import { RemovalReport, RemovalReportByEvent } from './removal-report.js';
import { TenantEraser } from './tenant-eraser.js';
import { TENANT_REMOVAL_OPTIONS, type TenantRemovalOptions } from './tenant-removal-options.js';
import { TenantRemovals } from './tenant-removals.js';

/**
 * Removes all that an app has of a deleted tenant. The app receives events, sends events to identity, and its schema has the
 * table of `tenantRemovalSql`.
 */
@Module({})
export class TenantRemovalModule {
  static forRoot(options: TenantRemovalOptions): DynamicModule {
    return {
      module: TenantRemovalModule,
      imports: options.imports ?? [],
      providers: [
        { provide: TENANT_REMOVAL_OPTIONS, useValue: options },
        { provide: RemovalReport, useClass: options.report ?? RemovalReportByEvent },
        ...(options.elsewhere ? [{ provide: RowsElsewhere, useClass: options.elsewhere }] : []),
        TenantEraser,
        TenantRemovals,
      ],
      exports: [TenantRemovals],
    };
  }
}
