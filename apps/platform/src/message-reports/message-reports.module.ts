import { Module } from '@nestjs/common';
import { CrmTenantsModule } from '../crm-tenants/crm-tenants.module.js';
import { MessageReports } from './message-reports.js';

/** Tells the CRM what happens to messages. */
@Module({ imports: [CrmTenantsModule], providers: [MessageReports], exports: [MessageReports] })
export class MessageReportsModule {}
