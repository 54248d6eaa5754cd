import { Module } from '@nestjs/common';
import { CrmTenantsModule } from '../../crm-tenants/crm-tenants.module.js';
import { RecipientNotices } from './recipient-notices.js';

@Module({ imports: [CrmTenantsModule], providers: [RecipientNotices], exports: [RecipientNotices] })
export class RecipientNoticesModule {}
