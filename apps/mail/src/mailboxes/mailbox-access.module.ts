import { Module } from '@nestjs/common';
import { MailboxAccess } from './mailbox-access.js';
import { MailboxGrantRepository } from './mailbox-grant.repository.js';
import { MailboxRepository } from './mailbox.repository.js';

/** Which mailboxes there are, and who may use them. */
@Module({
  providers: [MailboxAccess, MailboxGrantRepository, MailboxRepository],
  exports: [MailboxAccess, MailboxGrantRepository, MailboxRepository],
})
export class MailboxAccessModule {}
