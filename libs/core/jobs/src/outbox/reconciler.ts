import { Inject, Injectable } from '@nestjs/common';
import { logger } from '#libs/core/observability';
import { Every } from '../handlers/every.js';
import { groupBy } from '../group-by.js';
import { JobQueue } from '../queue/job-queue.js';
import { JOBS_OPTIONS, type JobsOptions } from '../jobs-options.js';
import { Outbox } from './outbox.js';

const MAX_CHUNKS = 1_000;
/** Chunks dispatched more recently are not checked: the relay may still be adding them to the queue. */
const DISPATCHED_FOR_MS = 5_000;

/**
 * Makes the jobs of dispatched chunks due again that are no longer in the queue (Redis was emptied, a worker was killed).
 * Chunks that are still in the queue are not touched, however long they wait.
 */
@Injectable()
export class Reconciler {
  constructor(
    private readonly outbox: Outbox,
    private readonly queue: JobQueue,
    @Inject(JOBS_OPTIONS) private readonly options: JobsOptions,
  ) {}

  /** Makes lost jobs due again; returns how many. */
  @Every({ every: ({ options }: Reconciler) => options.reconcileMs, whileHeld: 'runs' })
  async reconcile(): Promise<number> {
    const { kinds, leaseMs } = this.options;
    const stale = await this.outbox.listStale(kinds, Math.min(leaseMs, DISPATCHED_FOR_MS), MAX_CHUNKS);
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
    await Promise.all(lost.map((jobId) => this.deleteRemains(kind, jobId)));
    return lost;
  }

  /** Bull's record of a chunk may remain if the chunk ended or if Redis lost it while a worker took it. */
  private async deleteRemains(kind: string, jobId: string): Promise<void> {
    try {
      await this.queue.delete(kind, jobId);
    } catch (error) {
      logger.debug('What was left of a lost job could not be removed', { error });
    }
  }
}
