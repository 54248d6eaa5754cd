import { Module } from '@nestjs/common';
import { MessageEventsModule } from '../messages/events/message-events.module.js';
import { SuppressionsModule } from '../suppressions/suppressions.module.js';
import { BounceListener } from './bounce-listener.js';
import { FeedbackMetrics } from './feedback.metrics.js';
import { FeedbackProcessor } from './feedback.processor.js';
import { MessageFeedback } from './message-feedback.js';
import { ReportRecorder } from './report-recorder.js';
import { ReportRepository } from './report.repository.js';
import { ReturnPathModule } from './return-path.module.js';

@Module({
  imports: [MessageEventsModule, ReturnPathModule, SuppressionsModule],
  providers: [BounceListener, FeedbackMetrics, FeedbackProcessor, MessageFeedback, ReportRecorder, ReportRepository],
  exports: [FeedbackMetrics, MessageFeedback, ReportRecorder, ReportRepository],
})
export class FeedbackModule {}
