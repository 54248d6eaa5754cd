import { Module, type DynamicModule } from '@nestjs/common';
import { SupportLog } from '#libs/core/auth';
import { AuditController } from './audit.controller.js';
import { AuditLog } from './audit-log.js';
import { DatabaseSupportLog } from './database-support-log.js';

/**
 * An app's audit log, its endpoint for the console, and the record of support sessions, which an app without this module
 * denies. The app's database needs what `auditSchemaSql` creates.
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
