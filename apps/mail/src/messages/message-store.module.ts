import { Module } from '@nestjs/common';
import { MailboxEventsModule } from '../live/mailbox-events.module.js';
import { MessageStore } from './message-store.js';

/** Where messages are written. */
@Module({ imports: [MailboxEventsModule], providers: [MessageStore], exports: [MessageStore] })
export class MessageStoreModule {}
