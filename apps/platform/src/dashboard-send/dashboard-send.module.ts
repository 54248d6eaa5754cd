import { Module } from '@nestjs/common';
import { EmailsModule } from '../emails/emails.module.js';
import { PushSendingModule } from '../push/sending/push-sending.module.js';
import { SendingModule } from '../sending/sending.module.js';
import { SmsModule } from '../sms/sms.module.js';
import { DashboardSendController } from './dashboard-send.controller.js';
import { DashboardSendResolver } from './graphql/dashboard-send.resolver.js';
import { DashboardSendService } from './dashboard-send.service.js';

@Module({
  imports: [EmailsModule, PushSendingModule, SendingModule, SmsModule],
  controllers: [DashboardSendController],
  providers: [DashboardSendResolver, DashboardSendService],
})
export class DashboardSendModule {}
