import { Module } from '@nestjs/common';
import { EmailsModule } from '../emails/emails.module.js';
import { MessageEventsModule } from '../messages/events/message-events.module.js';
import { MessagesModule } from '../messages/messages.module.js';
import { PushSendingModule } from '../push/sending/push-sending.module.js';
import { SendingModule } from '../sending/sending.module.js';
import { SmsModule } from '../sms/sms.module.js';
import { DashboardSendController } from './dashboard-send.controller.js';
import { DashboardSendResolver } from './graphql/dashboard-send.resolver.js';
import { DashboardSendService } from './dashboard-send.service.js';
import { ResendController } from './resend/resend.controller.js';
import { ResendResolver } from './graphql/resend.resolver.js';
import { ResendChannels } from './resend/resend-channels.js';
import { ResendService } from './resend/resend.service.js';

@Module({
  imports: [EmailsModule, MessageEventsModule, MessagesModule, PushSendingModule, SendingModule, SmsModule],
  controllers: [DashboardSendController, ResendController],
  providers: [DashboardSendResolver, DashboardSendService, ResendChannels, ResendResolver, ResendService],
})
export class DashboardSendModule {}
