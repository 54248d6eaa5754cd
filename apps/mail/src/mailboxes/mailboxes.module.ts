import { Module } from '@nestjs/common';
import { MailboxAccessModule } from './mailbox-access.module.js';
import { MailboxesService } from './mailboxes.service.js';

@Module({
  imports: [MailboxAccessModule],
  providers: [MailboxesService],
  exports: [MailboxAccessModule, MailboxesService],
})
export class MailboxesModule {}
