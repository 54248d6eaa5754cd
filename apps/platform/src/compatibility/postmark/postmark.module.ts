import { Module } from '@nestjs/common';
import { MessagesModule } from '../../messages/messages.module.js';
import { TheirEmailsModule } from '../emails/their-emails.module.js';
import { PostmarkEmailsController } from './postmark-emails.controller.js';
import { PostmarkMessagesController } from './postmark-messages.controller.js';

@Module({
  imports: [MessagesModule, TheirEmailsModule],
  controllers: [PostmarkEmailsController, PostmarkMessagesController],
})
export class PostmarkModule {}
