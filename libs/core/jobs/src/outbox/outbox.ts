import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { carriedContext, logger } from '#libs/core/observability';
import {
  afterCommit,
  Database,
  exec,
  many,
  nextPosition,
  type SqlExecutor,
  type TenantId,
} from '#libs/core/persistence';
import { type ClaimedJob, JobBatch } from './job-batch.js';
import type { Jobs } from '../index.js';
import type { QueuedChunk } from '../queue/job-queue.js';
import type { JobKind, NewJob } from '../jobs.js';
import {
  CANCEL_JOBS,
  CLAIM_JOBS,
  DEPTH,
  FAIL_JOB,
  GIVE_BACK_LEASE,
  INSERT_JOBS,
  REDISPATCH_CHUNKS,
  RENEW_LEASE,
  STALE_CHUNKS,
} from './outbox.sql.js';
import { RelayWakeup } from '../wakeup/relay-wakeup.js';

/** How many jobs of a kind there are, each count up to a maximum. */
export interface Depth {
  kind: string;
  /** Waiting for a worker. */
  due: number;
  /** Dispatched: a worker has the job, or is about to. */
  dispatched: number;
  /** Not due yet. */
  delayed: number;
  /** Dead letters. */
  dead: number;
}

const MAX_ERROR_LENGTH = 500;

/** The jobs of an app, in Postgres: each is a row from the transaction that enqueues it until the one that completes it. */
@Injectable()
export class Outbox {
  constructor(
    private readonly database: Database,
    private readonly wakeup: RelayWakeup,
  ) {}

  /**
   * Enqueues jobs in the caller's transaction: they run if, and only if, that transaction commits. They carry the context
   * of the running code, unless they name another. Returns their ids, by which they can be cancelled.
   */
  async enqueue<K extends JobKind>(tx: SqlExecutor, kind: K, jobs: readonly NewJob<Jobs[K]>[]): Promise<string[]> {
    if (jobs.length === 0) return [];
    const carried = carriedContext();
    const rows = jobs.map(({ weight = 1, availableAt: at = null, context = carried, ...job }) => ({
      ...job,
      context,
      id: nextPosition(),
      weight,
      at,
    }));
    await exec(tx, INSERT_JOBS, [JSON.stringify(rows), kind]);
    // Before the commit the relay would find nothing, and would rest.
    afterCommit(tx, () => this.wakeup.announce(kind));
    return rows.map(({ id }) => String(id));
  }

  /** Cancels jobs in the caller's transaction; one that a worker has claimed goes on. Returns how many were cancelled. */
  async cancel(tx: SqlExecutor, tenantId: TenantId, ids: readonly string[]): Promise<number> {
    return exec(tx, CANCEL_JOBS, [tenantId, ids]);
  }

  /**
   * Claims the jobs of a chunk that are due and not leased, in the chunk's order. Those whose worker was lost are not
   * claimed: they are due again later, or dead letters at the fifth time.
   * @param leaseMs length of the lease in milliseconds
   */
  async claim<P>(kind: string, { tenantId, ids }: QueuedChunk, leaseMs: number): Promise<JobBatch<P>> {
    const lease = randomUUID();
    const rows = await this.database.statement((pool) =>
      many<ClaimedJob<P> & { isDead: boolean | null }>(pool, CLAIM_JOBS, [ids, lease, leaseMs, tenantId]),
    );
    const lost = rows.filter(({ isDead }) => isDead !== null);
    if (lost.length > 0) logger.warn('Jobs have lost their worker', { kind, count: lost.length });
    const jobs: ClaimedJob<P>[] = rows.filter(({ isDead }) => isDead === null);
    const order = new Map(ids.map((id, index) => [id, index]));
    const inOrder = jobs.toSorted((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0));
    return new JobBatch(kind, tenantId, inOrder, lease);
  }

  /** Extends the lease of claimed jobs. */
  async renew(lease: string, ids: readonly string[], leaseMs: number): Promise<void> {
    await this.database.statement((pool) => exec(pool, RENEW_LEASE, [ids, lease, leaseMs]));
  }

  /** Gives back the lease of jobs that a worker had to leave: that counts as no failure. */
  async giveBack(lease: string, ids: readonly string[]): Promise<void> {
    await this.database.statement((pool) => exec(pool, GIVE_BACK_LEASE, [ids, lease]));
  }

  /** Retries a job whose handler failed at the given time; without a time it becomes a dead letter. */
  async fail(id: string, reason: string, retryAt: Date | null): Promise<void> {
    await this.database.statement((pool) => exec(pool, FAIL_JOB, [id, reason.slice(0, MAX_ERROR_LENGTH), retryAt]));
  }

  /**
   * The chunks of these kinds dispatched more than `olderThanMs` ago that have a job which is neither completed nor leased.
   * Two apps may share an outbox, and each looks after the kinds that it runs.
   */
  async listStale(
    kinds: readonly string[],
    olderThanMs: number,
    limit: number,
  ): Promise<{ kind: string; jobId: string }[]> {
    return this.database.statement((pool) => many(pool, STALE_CHUNKS, [olderThanMs, limit, kinds]));
  }

  /** Makes the jobs of lost chunks due again, unless they were completed or leased meanwhile; returns how many. */
  async redispatch(jobIds: readonly string[]): Promise<number> {
    if (jobIds.length === 0) return 0;
    const count = await this.database.statement((pool) => exec(pool, REDISPATCH_CHUNKS, [jobIds]));
    this.wakeup.wake();
    return count;
  }

  async depth(kinds: readonly string[]): Promise<Depth[]> {
    return this.database.statement((pool) => many(pool, DEPTH, [kinds]));
  }
}
