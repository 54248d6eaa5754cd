import { Injectable } from '@nestjs/common';
import { metrics } from '#libs/core/observability';

/** The outcome of a report. */
export type ReportOutcome = 'recorded' | 'repeated' | 'unrecognised' | 'unknown_message' | 'ignored';

/**
 * Kinds of input that is rejected: a return path or link that this installation did not write, an expired path, a complaint
 * about no mail of ours, or mail beyond a limit.
 */
export type RejectedInput =
  | 'return_path'
  | 'unknown_complaint'
  | 'expired_return_path'
  | 'reports'
  | 'click_link'
  | 'open_link'
  | 'unsubscribe_link'
  | 'preferences_link'
  | 'rate'
  | 'size';

/** Prometheus metrics of feedback. */
@Injectable()
export class FeedbackMetrics {
  private readonly reports = metrics.registerCounter({
    name: 'feedback_reports_total',
    help: 'Bounces and complaints received at the return path, by outcome',
    labelNames: ['outcome'],
  });
  private readonly rejections = metrics.registerCounter({
    name: 'feedback_refused_total',
    help: 'Return paths and links that were rejected: forged, expired, too large, or too many',
    labelNames: ['what'],
  });
  private readonly events = metrics.registerCounter({
    name: 'feedback_events_total',
    help: 'Events recorded of sent messages, by type',
    labelNames: ['type'],
  });
  private readonly dropped = metrics.registerCounter({
    name: 'tracking_dropped_total',
    help: 'Opens and clicks that were not recorded, because more came than could be written',
  });

  report(outcome: ReportOutcome): void {
    this.reports.inc({ outcome });
  }

  countRejected(what: RejectedInput): void {
    this.rejections.inc({ what });
  }

  recorded(type: string, count = 1): void {
    this.events.inc({ type }, count);
  }

  droppedTracking(): void {
    this.dropped.inc();
  }
}
