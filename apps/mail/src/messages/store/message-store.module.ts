import { Module } from '@nestjs/common';
import { MailboxEventsModule } from '../../mailbox-changes/mailbox-events.module.js';
import { MessageStore } from './message-store.js';

/** Writes messages, with the counts of mailboxes, folders and labels. */
@Module({ imports: [MailboxEventsModule], providers: [MessageStore], exports: [MessageStore] })
export class MessageStoreModule {}
