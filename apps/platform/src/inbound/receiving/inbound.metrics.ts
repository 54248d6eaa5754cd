import { Injectable } from '@nestjs/common';
import { metrics } from '#libs/core/observability';

/** Outcome of a message, or the reason why an address was refused. */
export type InboundOutcome = 'accepted' | 'read' | 'unknown_address' | 'suspended' | 'full' | 'loop' | 'size';

/** Prometheus metrics of received mail. */
@Injectable()
export class InboundMetrics {
  private readonly emails = metrics.registerCounter({
    name: 'inbound_emails_total',
    help: 'Received e-mails that were accepted and read, and addresses and messages that were refused',
    labelNames: ['outcome'],
  });

  count(outcome: InboundOutcome, count = 1): void {
    this.emails.inc({ outcome }, count);
  }
}
