import { Module } from '@nestjs/common';
import { MailModule } from '../mail/mail.module.js';
import { MembersModule } from '../members/members.module.js';
import { TenantsModule } from '../tenants/tenants.module.js';
import { AdminNotices } from './admin-notices.service.js';
import { ErasureRequestReceiver } from './erasure-request.receiver.js';
import { WebhookDisabledReceiver } from './webhook-disabled.receiver.js';

/** Mail to the admins of a tenant about what waits for them in another app. */
@Module({
  imports: [MailModule, MembersModule, TenantsModule],
  providers: [AdminNotices, ErasureRequestReceiver, WebhookDisabledReceiver],
})
export class AdminNoticesModule {}
