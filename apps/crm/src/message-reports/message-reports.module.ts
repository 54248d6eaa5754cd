import { Module } from '@nestjs/common';
import { EventDaysModule } from '../event-days/event-days.module.js';
import { KeysModule } from '../keys/keys.module.js';
import { MessageReportRetention } from './message-report-retention.js';
import { MessageReportsEraser } from './message-reports.eraser.js';
import { MessageReportsReceiver } from './message-reports.receiver.js';

/** Takes what happens to messages from Platform, which comes by events. */
@Module({
  imports: [EventDaysModule, KeysModule],
  providers: [MessageReportRetention, MessageReportsEraser, MessageReportsReceiver],
})
export class MessageReportsModule {}
