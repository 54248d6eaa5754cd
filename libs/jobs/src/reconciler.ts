import { Inject, Injectable } from '@nestjs/common';
import { logger } from '#libs/observability';
import { Every } from './every.js';
import { groupBy } from './group-by.js';
import { JobQueue } from './job-queue.js';
import { JOBS_OPTIONS, type JobsOptions } from './jobs-options.js';
import { Outbox } from './outbox.js';

const LOOKED_AT_ONCE = 1_000;
/** A chunk is in the queue, or known not to be, well before this. */
const DISPATCHED_FOR_MS = 5_000;

/**
 * Finds chunks that were dispatched and that the queue no longer knows (an emptied Redis, a killed worker), and makes
 * their jobs due again. Chunks that the queue still has are left to it, however long they wait.
 */
@Injectable()
export class Reconciler {
  constructor(
    private readonly outbox: Outbox,
    private readonly queue: JobQueue,
    @Inject(JOBS_OPTIONS) private readonly options: JobsOptions,
  ) {}

  /** Makes lost jobs due again; returns how many. */
  @Every({ every: ({ options }: Reconciler) => options.reconcileMs })
  async reconcile(): Promise<number> {
    const stale = await this.outbox.listStale(Math.min(this.options.leaseMs, DISPATCHED_FOR_MS), LOOKED_AT_ONCE);
    const lost: string[] = [];
    for (const [kind, jobs] of groupBy(stale, (row) => row.kind)) {
      lost.push(
        ...(await this.lostOf(
          kind,
          jobs.map(({ jobId }) => jobId),
        )),
      );
    }
    const count = await this.outbox.redispatch(lost);
    if (count > 0) logger.warn('Jobs that the queue had lost are dispatched again', { count });
    return count;
  }

  private async lostOf(kind: string, jobIds: string[]): Promise<string[]> {
    const kept = await this.queue.jobIds(kind);
    const lost = jobIds.filter((jobId) => !kept.has(jobId));
    await Promise.all(lost.map((jobId) => this.forget(kind, jobId)));
    return lost;
  }

  /** A chunk that ended, or that Redis lost while a worker took it, may have left its description behind. */
  private async forget(kind: string, jobId: string): Promise<void> {
    try {
      await this.queue.forget(kind, jobId);
    } catch (error) {
      logger.debug('What was left of a lost job could not be removed', { error });
    }
  }
}
