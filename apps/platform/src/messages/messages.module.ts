import { Module } from '@nestjs/common';
import { MessageRepository } from './message.repository.js';
import { MessagesResolver } from './graphql/messages.resolver.js';
import { MessagesController } from './messages.controller.js';
import { MessagesService } from './messages.service.js';

@Module({
  controllers: [MessagesController],
  providers: [MessageRepository, MessagesService, MessagesResolver],
  exports: [MessagesService],
})
export class MessagesModule {}
