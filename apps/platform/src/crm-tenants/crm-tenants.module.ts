import { Module } from '@nestjs/common';
import { CrmTenants } from './crm-tenants.js';

@Module({ providers: [CrmTenants], exports: [CrmTenants] })
export class CrmTenantsModule {}
