import { Module } from '@nestjs/common';
import { EmailsModule } from '../../emails/emails.module.js';
import { MessagesModule } from '../../messages/messages.module.js';
import { SendingModule } from '../../sending/sending.module.js';
import { TenantEventsModule } from '../../tenant-changes/tenant-events.module.js';
import { TemplateNames } from './template-names.js';
import { TheirEmails } from './their-emails.js';

@Module({
  imports: [EmailsModule, MessagesModule, SendingModule, TenantEventsModule],
  providers: [TemplateNames, TheirEmails],
  exports: [TemplateNames, TheirEmails],
})
export class TheirEmailsModule {}
