import { Injectable } from '@nestjs/common';
import { QueueHolds } from '#libs/core/jobs';
import { currentContext, inSpan, keepContext, logger, metrics, runInContext } from '#libs/core/observability';
import { DatabaseUnavailable } from '#libs/core/persistence';
import { type BlobOfTenant, Blobs } from '#libs/core/storage';
import { type Examined, Examination } from '../examination.js';
import { DeliveryCommits } from './delivery-commits.js';
import { DELIVER_JOB } from '../inbound-jobs.js';
import type { InboundMessage } from '../inbound-message.entity.js';
import { ReceivedReports } from '../received-reports.js';

/** Messages whose senders wait for their delivery at the same time. */
const AT_ONCE = 32;

/** How long a sender waits for the examination of a message; most take a few milliseconds and an answer of DNS. */
const EXAMINED_WITHIN_MS = 2_000;

/**
 * Delivers a message while its sender waits for the answer, which spares the message the way through the queue. What cannot
 * be done at once is left to the queue. See docs/decisions/0077-delivery-while-the-sender-waits.md.
 */
@Injectable()
export class ImmediateDelivery {
  private running = 0;
  private readonly seconds = metrics.registerHistogram({
    name: 'inbound_delivery_seconds',
    help: 'Time that senders wait for the delivery of a message, or until it is left to the queue',
    labelNames: ['outcome'],
    buckets: [0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
  });

  constructor(
    private readonly examination: Examination,
    private readonly reports: ReceivedReports,
    private readonly deliveries: DeliveryCommits,
    private readonly blobs: Blobs,
    private readonly holds: QueueHolds,
  ) {}

  /**
   * Whether the message is delivered and durable; if not, nothing of it is.
   * @throws DatabaseUnavailable: whether it is delivered is not known
   */
  async deliver(inbound: InboundMessage, blob: BlobOfTenant): Promise<boolean> {
    const stop = this.seconds.startTimer();
    const isDelivered = await this.deliverIfRoom(inbound, blob);
    stop({ outcome: isDelivered ? 'delivered' : 'queued' });
    return isDelivered;
  }

  private async deliverIfRoom(inbound: InboundMessage, blob: BlobOfTenant): Promise<boolean> {
    if (!blob.content || this.running >= AT_ONCE || this.holds.isHeld) return false;
    const { tenantId } = inbound;
    const context = { requestId: currentContext()?.requestId, logFields: { tenantId, kind: DELIVER_JOB } };
    const span = () => ({ kind: 'consumer' as const, attributes: { 'tenant.id': tenantId } });
    this.running += 1;
    try {
      return await runInContext(context, () => inSpan(DELIVER_JOB, span, () => this.deliverNow(inbound, blob)));
    } finally {
      this.running -= 1;
    }
  }

  private async deliverNow(inbound: InboundMessage, blob: BlobOfTenant): Promise<boolean> {
    try {
      this.blobs.remember([blob]);
      const examined = await this.examine(inbound, blob.content);
      if (!examined) return false;
      // Before the transaction: a report that is taken twice counts once.
      await this.reports.accept(inbound, examined);
      await this.deliveries.deliver({
        tenantId: inbound.tenantId,
        blob,
        delivery: { inbound, examined, inContext: keepContext() },
      });
      return true;
    } catch (error) {
      if (error instanceof DatabaseUnavailable) throw error;
      logger.warn('A received message could not be delivered at once', { error });
      return false;
    }
  }

  /** Undefined if it takes longer than a sender waits. */
  private examine(inbound: InboundMessage, content: Buffer | null): Promise<Examined | undefined> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => resolve(undefined), EXAMINED_WITHIN_MS);
      this.examination
        .examine(inbound, content ?? undefined)
        .then(resolve, reject)
        .finally(() => clearTimeout(timer));
    });
  }
}
