import { groupBy } from '#libs/core/jobs';
import { metrics } from '#libs/core/observability';
import type { DeliveryStatus, WebhookOutcome } from './webhook-outcome.js';

/** Names of what an app counts: `<prefix>_deliveries_total` and `<prefix>_attempt_seconds`. */
export interface WebhookMetricNames {
  prefix: string;
  /** Such as `webhook`, for the descriptions. */
  noun: string;
}

/** Counts outcomes for Prometheus. */
export class WebhookMetrics {
  private readonly outcomes;
  private readonly seconds;

  constructor({ prefix, noun }: WebhookMetricNames) {
    this.outcomes = metrics.registerCounter({
      name: `${prefix}_deliveries_total`,
      help: `Outcomes of ${noun} deliveries: delivered, pending (to be retried), failed`,
      labelNames: ['status'],
    });
    this.seconds = metrics.registerHistogram({
      name: `${prefix}_attempt_seconds`,
      help: `Time until a ${noun} endpoint answered, or the request failed`,
      labelNames: ['answered'],
      buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15],
    });
  }

  count(outcomes: readonly WebhookOutcome[]): void {
    for (const [status, some] of groupBy(outcomes, (outcome) => outcome.status)) this.countStatus(status, some.length);
    const answered = this.seconds.labels({ answered: 'true' });
    const unanswered = this.seconds.labels({ answered: 'false' });
    for (const { attempt } of outcomes)
      if (attempt) (attempt.answered ? answered : unanswered).observe(attempt.durationMs / 1_000);
  }

  protected countStatus(status: DeliveryStatus, count: number): void {
    this.outcomes.inc({ status }, count);
  }
}
