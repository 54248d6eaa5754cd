import { Module } from '@nestjs/common';
import { MailboxAccess } from './mailbox-access.js';
import { MailboxGrantRepository } from './mailbox-grant.repository.js';
import { MailboxRepository } from './mailbox.repository.js';
import { RecentMailboxes } from './recent-mailboxes.js';

/** Which mailboxes there are, and who may use them. */
@Module({
  providers: [MailboxAccess, MailboxGrantRepository, MailboxRepository, RecentMailboxes],
  exports: [MailboxAccess, MailboxGrantRepository, MailboxRepository, RecentMailboxes],
})
export class MailboxAccessModule {}
