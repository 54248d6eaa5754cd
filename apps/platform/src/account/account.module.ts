import { Module } from '@nestjs/common';
import { PlansModule } from '../plans/plans.module.js';
import { UsageModule } from '../usage/usage.module.js';
import { AccountController } from './account.controller.js';
import { TenantQuotaController } from './tenant-quota.controller.js';

@Module({ imports: [PlansModule, UsageModule], controllers: [AccountController, TenantQuotaController] })
export class AccountModule {}
