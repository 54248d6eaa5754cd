import { Module } from '@nestjs/common';
import { DomainsModule } from '../../domains/domains.module.js';
import { PlansModule } from '../../plans/plans.module.js';
import { SuppressionsModule } from '../../suppressions/suppressions.module.js';
import { UsageModule } from '../../usage/usage.module.js';
import { TheirEmailsModule } from '../emails/their-emails.module.js';
import { SendQuota } from './send-quota.js';
import { SesV1Controller } from './ses-v1.controller.js';
import { SesV2AccountController } from './ses-v2-account.controller.js';
import { SesV2EmailsController } from './ses-v2-emails.controller.js';

@Module({
  imports: [DomainsModule, PlansModule, SuppressionsModule, TheirEmailsModule, UsageModule],
  controllers: [SesV1Controller, SesV2EmailsController, SesV2AccountController],
  providers: [SendQuota],
})
export class SesModule {}
