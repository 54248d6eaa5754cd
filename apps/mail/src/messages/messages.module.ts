import { Module } from '@nestjs/common';
import { HtmlDisplay } from '../display/html-display.js';
import { MailboxAccessModule } from '../mailboxes/mailbox-access.module.js';
import { MessageChangesController } from './message-changes.controller.js';
import { MessageChangesService } from './message-changes.service.js';
import { MessageSearches } from '../search/message-searches.js';
import { MessageRepository } from './message.repository.js';
import { MessageStoreModule } from './message-store.module.js';
import { MessagesController } from './messages.controller.js';
import { MessagesService } from './messages.service.js';
import { ThreadsController } from './threads.controller.js';

@Module({
  imports: [MailboxAccessModule, MessageStoreModule],
  controllers: [MessagesController, MessageChangesController, ThreadsController],
  providers: [HtmlDisplay, MessageChangesService, MessageRepository, MessageSearches, MessagesService],
  exports: [MessageChangesService, MessageRepository, MessagesService],
})
export class MessagesModule {}
