import { Module } from '@nestjs/common';
import { PlansModule } from '../plans/plans.module.js';
import { UsageModule } from '../usage/usage.module.js';
import { AccountController } from './account.controller.js';
import { TenantUsageResolver } from './graphql/tenant-usage.resolver.js';
import { TenantQuotaController } from './tenant-quota.controller.js';
import { TenantUsageController } from './tenant-usage.controller.js';

@Module({
  imports: [PlansModule, UsageModule],
  controllers: [AccountController, TenantQuotaController, TenantUsageController],
  providers: [TenantUsageResolver],
})
export class AccountModule {}
