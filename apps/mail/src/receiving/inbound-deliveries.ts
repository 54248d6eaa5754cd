import { Injectable } from '@nestjs/common';
import { type ClaimedJob, completeJobs, type JobBatch } from '#libs/jobs';
import { Database, DatabaseUnavailable, GroupCommitter } from '#libs/persistence';
import { type Delivery, InboundDelivery } from './inbound-delivery.js';
import type { DeliverInbound } from './inbound-jobs.js';
import { deleteInbound } from './inbound.sql.js';

/** Messages in one transaction at most. */
const GROUP_MAX = 64;

/** How long a group waits for more messages: nobody waits for an answer, and fewer commits bring more messages. */
const LINGER_MS = 10;

/** A job that is done: with a message to deliver, or without where that is gone. */
export interface FinishedDelivery {
  batch: JobBatch<DeliverInbound>;
  job: ClaimedJob<DeliverInbound>;
  delivery: Delivery | null;
}

/**
 * Completes jobs, deletes what they are about and stores the messages, in one transaction: a message is delivered once.
 * Those that are examined during a commit share the next one. A message that fails fails alone.
 */
@Injectable()
export class InboundDeliveries {
  private readonly group: GroupCommitter<FinishedDelivery, void>;

  constructor(
    private readonly database: Database,
    private readonly delivery: InboundDelivery,
  ) {
    this.group = new GroupCommitter((together) => this.commit(together), {
      maxItems: GROUP_MAX,
      lingerMs: LINGER_MS,
      failsWholeGroup: (error) => error instanceof DatabaseUnavailable,
    });
  }

  /** Resolves when it is durable. @throws DatabaseUnavailable */
  finish(finished: FinishedDelivery): Promise<void> {
    return this.group.submit(finished);
  }

  private async commit(items: readonly FinishedDelivery[]): Promise<void[]> {
    const tenantIds = [...new Set(items.map(({ batch }) => batch.tenantId))];
    await this.database.together(tenantIds, async (tx) => {
      const ours = await completeJobs(
        tx,
        items.map(({ batch, job }) => ({ batch, id: job.id })),
      );
      const deliveries = items.flatMap(({ job, delivery }) => (delivery && ours.has(job.id) ? delivery : []));
      const deleted = await deleteInbound(
        tx,
        deliveries.map(({ inbound }) => inbound),
      );
      const undelivered = deliveries.filter(({ inbound }) => deleted.has(inbound.id));
      if (undelivered.length > 0) await this.delivery.deliver(tx, undelivered);
    });
    return items.map(() => undefined);
  }
}
