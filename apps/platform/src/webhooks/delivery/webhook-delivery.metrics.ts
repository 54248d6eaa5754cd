import { Injectable } from '@nestjs/common';
import { type DeliveryStatus, WebhookMetrics } from '#libs/messaging/webhooks';
import { PlatformTally } from '../../platform-counts/platform-tally.js';

/** Counts outcomes for Prometheus and the operator console. */
@Injectable()
export class WebhookDeliveryMetrics extends WebhookMetrics {
  constructor(private readonly tally: PlatformTally) {
    super({ prefix: 'webhook', noun: 'webhook' });
  }

  protected override countStatus(status: DeliveryStatus, count: number): void {
    super.countStatus(status, count);
    this.tally.count('webhook', status, count);
  }
}
