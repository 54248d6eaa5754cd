import { Module } from '@nestjs/common';
import { ContactsModule } from '../contacts/contacts.module.js';
import { MailReceiversModule } from '../mail-receivers/mail-receivers.module.js';
import { MessageEventsModule } from '../messages/events/message-events.module.js';
import { SuppressionsModule } from '../suppressions/suppressions.module.js';
import { WebhooksModule } from '../webhooks/webhooks.module.js';
import { BounceListener } from './listener/bounce-listener.js';
import { Departures } from './departures.js';
import { FeedbackRecorder } from './feedback-recorder.js';
import { FeedbackReportEraser } from './reports/feedback-report.eraser.js';
import { FeedbackReportRepository } from './reports/feedback-report.repository.js';
import { FeedbackReportsService } from './reports/feedback-reports.service.js';
import { FeedbackMetrics } from './feedback.metrics.js';
import { FeedbackProcessor } from './reports/feedback.processor.js';
import { FixedMailboxes } from './listener/fixed-mailboxes.js';
import { KnownMessageRepository } from './known-message.repository.js';
import { MessageFeedbackRepository } from './message-feedback.repository.js';
import { ReportRecorder } from './reports/report-recorder.js';
import { ReturnPathModule } from './return-paths/return-path.module.js';

@Module({
  imports: [
    ContactsModule,
    MailReceiversModule,
    MessageEventsModule,
    ReturnPathModule,
    SuppressionsModule,
    WebhooksModule,
  ],
  providers: [
    BounceListener,
    Departures,
    FeedbackMetrics,
    FeedbackProcessor,
    FeedbackRecorder,
    FeedbackReportEraser,
    FeedbackReportRepository,
    FeedbackReportsService,
    FixedMailboxes,
    KnownMessageRepository,
    MessageFeedbackRepository,
    ReportRecorder,
  ],
  exports: [
    Departures,
    FeedbackMetrics,
    FeedbackRecorder,
    FeedbackReportRepository,
    KnownMessageRepository,
    ReportRecorder,
  ],
})
export class FeedbackModule {}
