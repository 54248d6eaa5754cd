import { Module, type DynamicModule } from '@nestjs/common';
import { SupportLog } from '#libs/auth';
import { AuditController } from './audit.controller.js';
import { AuditLog } from './audit-log.js';
import { DatabaseSupportLog } from './database-support-log.js';

/**
 * Gives an app its audit log: to search, to be searched by the console, and to keep account of support sessions, which
 * only an app with this module admits. The app's database needs what `auditSchemaSql` makes.
 */
@Module({})
export class AuditModule {
  static forRoot(): DynamicModule {
    return {
      module: AuditModule,
      global: true,
      controllers: [AuditController],
      providers: [AuditLog, { provide: SupportLog, useClass: DatabaseSupportLog }],
      exports: [AuditLog, SupportLog],
    };
  }
}
