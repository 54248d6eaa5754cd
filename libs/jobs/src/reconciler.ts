import { Inject, Injectable } from '@nestjs/common';
import { logger } from '#libs/observability';
import { Every } from './every.js';
import { groupBy } from './group-by.js';
import { JOBS_OPTIONS, type JobsOptions } from './jobs-options.js';
import { Outbox } from './outbox.js';
import { QueueRoom } from './queue-room.js';
import { Queues } from './queues.js';

const LOOKED_AT_ONCE = 1_000;
/** A chunk is in Bull, or known not to be, well before this. */
const HANDED_FOR_MS = 5_000;

/**
 * Finds work that was handed to Bull and that Bull no longer knows (an emptied Redis, a killed worker), and makes it
 * due again. Work that Bull still has is left to it, however long the queue.
 */
@Injectable()
export class Reconciler {
  constructor(
    private readonly outbox: Outbox,
    private readonly queues: Queues,
    private readonly room: QueueRoom,
    @Inject(JOBS_OPTIONS) private readonly options: JobsOptions,
  ) {}

  /** One look; returns how much work was found that had been lost. */
  @Every({ every: ({ options }: Reconciler) => options.reconcileMs })
  async reconcile(): Promise<number> {
    const stale = await this.outbox.stale(Math.min(this.options.leaseMs, HANDED_FOR_MS), LOOKED_AT_ONCE);
    const lost: string[] = [];
    for (const [kind, jobs] of groupBy(stale, (row) => row.kind)) {
      lost.push(
        ...(await this.lostOf(
          kind,
          jobs.map(({ jobId }) => jobId),
        )),
      );
    }
    const count = await this.outbox.handAgain(lost);
    if (count > 0) logger.warn('Work that the queue had lost is handed over again', { count });
    return count;
  }

  private async lostOf(kind: string, jobIds: string[]): Promise<string[]> {
    const kept = await this.room.jobsOf(kind);
    const lost = jobIds.filter((jobId) => !kept.has(jobId));
    await Promise.all(lost.map((jobId) => this.forget(kind, jobId)));
    return lost;
  }

  /** A job that ended, or whose place was lost while it was taken, may have left its description behind. */
  private async forget(kind: string, jobId: string): Promise<void> {
    try {
      const job = await this.queues.of(kind).getJob(jobId);
      await job?.remove();
    } catch (error) {
      logger.debug('What was left of a lost job could not be removed', { error });
    }
  }
}
