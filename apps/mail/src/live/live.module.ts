import { Module } from '@nestjs/common';
import { MailboxAccessModule } from '../mailboxes/mailbox-access.module.js';
import { LiveMailboxes } from './live-mailboxes.js';
import { MailboxEventsController } from './mailbox-events.controller.js';

@Module({ imports: [MailboxAccessModule], controllers: [MailboxEventsController], providers: [LiveMailboxes] })
export class LiveModule {}
