import { Module } from '@nestjs/common';
import { FeedbackModule } from '../feedback/feedback.module.js';
import { MessageEventsModule } from '../messages/events/message-events.module.js';
import { TrackingModule } from '../tracking/tracking.module.js';
import { MailSandbox } from './mail-sandbox.js';

@Module({
  imports: [FeedbackModule, MessageEventsModule, TrackingModule],
  providers: [MailSandbox],
  exports: [MailSandbox],
})
export class MailSandboxModule {}
