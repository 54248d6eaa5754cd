import { Module } from '@nestjs/common';
import { DomainsModule } from '../../domains/domains.module.js';
import { TheirEmailsModule } from '../emails/their-emails.module.js';
import { ResendDomainsController } from './resend-domains.controller.js';
import { ResendEmailsController } from './resend-emails.controller.js';

@Module({
  imports: [DomainsModule, TheirEmailsModule],
  controllers: [ResendEmailsController, ResendDomainsController],
})
export class ResendModule {}
