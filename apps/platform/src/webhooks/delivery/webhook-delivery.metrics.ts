import { Injectable } from '@nestjs/common';
import { WebhookMetrics, type WebhookOutcome } from '#libs/messaging/webhooks';
import { PlatformTally } from '../../platform-counts/platform-tally.js';

/** Counts outcomes for Prometheus and the operator console. */
@Injectable()
export class WebhookDeliveryMetrics extends WebhookMetrics {
  constructor(private readonly tally: PlatformTally) {
    super({ prefix: 'webhook', noun: 'webhook' });
  }

  override count(outcome: WebhookOutcome): void {
    super.count(outcome);
    this.tally.count('webhook', outcome.status);
  }
}
