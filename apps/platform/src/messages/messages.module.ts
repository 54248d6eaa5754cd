import { Module } from '@nestjs/common';
import { CancelRepository } from './cancel.repository.js';
import { CancelService } from './cancel.service.js';
import { MessageEventsModule } from './events/message-events.module.js';
import { MessageRepository } from './message.repository.js';
import { MessagesResolver } from './graphql/messages.resolver.js';
import { MessagesController } from './messages.controller.js';
import { MessagesService } from './messages.service.js';

@Module({
  controllers: [MessagesController],
  imports: [MessageEventsModule],
  providers: [MessageRepository, MessagesService, MessagesResolver, CancelRepository, CancelService],
  exports: [MessagesService, CancelService],
})
export class MessagesModule {}
