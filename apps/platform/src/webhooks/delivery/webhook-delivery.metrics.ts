import { Injectable } from '@nestjs/common';
import { metrics } from '#libs/core/observability';
import { PlatformTally } from '../../platform-counts/platform-tally.js';
import type { WebhookOutcome } from './webhook-outcome.js';

/** Counts outcomes for Prometheus and the operator console. */
@Injectable()
export class WebhookDeliveryMetrics {
  private readonly outcomes = metrics.registerCounter({
    name: 'webhook_deliveries_total',
    help: 'Outcomes of webhook deliveries: delivered, pending (to be retried), failed',
    labelNames: ['status'],
  });
  private readonly seconds = metrics.registerHistogram({
    name: 'webhook_attempt_seconds',
    help: 'Time until a webhook endpoint answered, or the request failed',
    labelNames: ['answered'],
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15],
  });

  constructor(private readonly tally: PlatformTally) {}

  count({ status, attempt }: WebhookOutcome): void {
    this.outcomes.inc({ status });
    this.tally.count('webhook', status);
    if (attempt) this.seconds.observe({ answered: String(attempt.answered) }, attempt.durationMs / 1000);
  }
}
