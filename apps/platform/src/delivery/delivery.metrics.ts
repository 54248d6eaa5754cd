import { Injectable } from '@nestjs/common';
import { metrics } from '#libs/core/observability';
import type { Channel } from '../channel.js';
import type { DeliveryOutcome } from './delivery.js';

@Injectable()
export class DeliveryMetrics {
  private readonly attempts = metrics.registerCounter({
    name: 'deliveries_total',
    help: 'Attempts to deliver a message, by channel and outcome',
    labelNames: ['channel', 'outcome'],
  });

  count(channel: Channel, outcome: DeliveryOutcome['kind']): void {
    this.attempts.inc({ channel, outcome });
  }
}
