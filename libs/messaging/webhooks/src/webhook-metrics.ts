import { metrics } from '#libs/core/observability';
import type { WebhookOutcome } from './webhook-outcome.js';

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

  count({ status, attempt }: WebhookOutcome): void {
    this.outcomes.inc({ status });
    if (attempt) this.seconds.observe({ answered: String(attempt.answered) }, attempt.durationMs / 1000);
  }
}
