import { Module } from '@nestjs/common';
import { MailboxAccess } from './mailbox-access.js';
import { MailboxContents } from './mailbox-contents.js';
import { MailboxGrantRepository } from './grants/mailbox-grant.repository.js';
import { MailboxRepository } from './mailbox.repository.js';
import { RecentMailboxes } from './recent-mailboxes.js';

/** Mailboxes and the grants of their users, for features that need no more. */
@Module({
  providers: [MailboxAccess, MailboxContents, MailboxGrantRepository, MailboxRepository, RecentMailboxes],
  exports: [MailboxAccess, MailboxContents, MailboxGrantRepository, MailboxRepository, RecentMailboxes],
})
export class MailboxAccessModule {}
