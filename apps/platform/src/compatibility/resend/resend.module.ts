import { Module } from '@nestjs/common';
import { DomainsModule } from '../../domains/domains.module.js';
import { TheirEmailsModule } from '../emails/their-emails.module.js';
import { ResendAudienceModule } from './audience/resend-audience.module.js';
import { ResendBroadcastsModule } from './broadcasts/resend-broadcasts.module.js';
import { ResendDomainsController } from './domains/resend-domains.controller.js';
import { ResendEmailsController } from './emails/resend-emails.controller.js';
import { ResendSettingsModule } from './settings/resend-settings.module.js';

@Module({
  imports: [DomainsModule, ResendAudienceModule, ResendBroadcastsModule, ResendSettingsModule, TheirEmailsModule],
  controllers: [ResendEmailsController, ResendDomainsController],
})
export class ResendModule {}
