import { Module } from '@nestjs/common';
import { HtmlDisplay } from '../display/html-display.js';
import { MailboxAccessModule } from '../mailboxes/mailbox-access.module.js';
import { MessageRepository } from './message.repository.js';
import { MessageStoreModule } from './message-store.module.js';
import { MessagesController } from './messages.controller.js';
import { MessagesService } from './messages.service.js';

@Module({
  imports: [MailboxAccessModule, MessageStoreModule],
  controllers: [MessagesController],
  providers: [HtmlDisplay, MessageRepository, MessagesService],
  exports: [MessageRepository, MessagesService],
})
export class MessagesModule {}
