import { Module } from '@nestjs/common';
import { MailboxEvents } from './mailbox-events.js';

/** Tells listeners what changes of mailboxes. */
@Module({ providers: [MailboxEvents], exports: [MailboxEvents] })
export class MailboxEventsModule {}
