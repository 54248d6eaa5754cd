import type { EntityManager } from 'typeorm';
import {
  type CarriedContext,
  inSpan,
  isTracing,
  type LogFields,
  runInContext,
  type SpanOptions,
  type WorkContext,
} from '#libs/core/observability';
import { afterCommit, type Database, exec, many, type SqlExecutor, type TenantId } from '#libs/core/persistence';
import { COMPLETE_JOBS, FORGET_LOST_LEASES, POSTPONE_JOBS } from './outbox.sql.js';

/** A claimed job. */
export interface ClaimedJob<P> {
  /** The outbox row. */
  id: string;
  payload: P;
  /** Number of this attempt, from 1; a postponement without an attempt does not count. */
  attempt: number;
  /** How often in a row the handler has failed at it, or its worker was lost. */
  failures: number;
  createdAt: Date;
  /** The context that it was enqueued in; null when there was none. */
  context: CarriedContext | null;
}

export interface Postponement {
  id: string;
  at: Date;
  reason: string;
  /** The job was not tried, so this does not count as an attempt. */
  untried?: boolean;
}

/** A job with the batch that it was claimed in, for writing the outcomes of several batches in one statement. */
export interface BatchJob {
  batch: JobBatch<unknown>;
  id: string;
}

/**
 * Work of one kind and one tenant, claimed under a lease. The handler completes or postpones each job in the
 * transaction that records its outcome. Jobs that are neither completed nor postponed when it returns or throws are
 * retried later.
 */
export class JobBatch<P> {
  private readonly handled = new Set<string>();
  private postponedUntried = false;
  private hasContext = true;

  constructor(
    readonly kind: string,
    readonly tenantId: TenantId,
    readonly jobs: readonly ClaimedJob<P>[],
    readonly lease: string,
  ) {}

  /** The fields of log lines about all of the jobs. */
  get logFields(): LogFields {
    return this.sharedContext().logFields;
  }

  /** Has work of this batch run in no context from now on, unless the process is traced. */
  withoutContext(): void {
    this.hasContext = isTracing();
  }

  /** Runs `work` for one of the jobs: its log lines, spans and the jobs that it enqueues carry that job's context. */
  runFor<T>(job: ClaimedJob<P>, work: () => T): T {
    if (!this.hasContext) return work();
    const span = (): SpanOptions => ({
      kind: 'consumer',
      parent: job.context?.traceparent,
      attributes: { 'tenant.id': this.tenantId, 'job.id': job.id, 'job.attempt': job.attempt },
    });
    return runInContext(this.contextOf(job.context), () => inSpan(this.kind, span, work));
  }

  /** Runs `work` for all of the jobs. Log lines name the request if it is the same for each job. */
  runForAll<T>(work: () => T): T {
    if (!this.hasContext) return work();
    return runInContext(this.sharedContext(), () => inSpan(`${this.kind} batch`, () => this.batchSpan(), work));
  }

  /**
   * Completes jobs. Returns the ids whose lease was still this batch's: for any other, another worker claimed the job
   * after the lease ran out, and records its outcome.
   */
  async complete(tx: SqlExecutor, ids: readonly string[]): Promise<Set<string>> {
    return completeJobs(
      tx,
      ids.map((id) => ({ batch: this, id })),
    );
  }

  /** Postpones jobs; returns the ids whose lease was still this batch's. */
  async postpone(tx: SqlExecutor, postponements: readonly Postponement[]): Promise<Set<string>> {
    return postponeJobs(
      tx,
      postponements.map((postponement) => ({ batch: this, ...postponement })),
    );
  }

  /**
   * Records that a job has come further than before, in work that it does not repeat: workers that were lost before do not count any
   * more. To be called once an attempt, after its first commit.
   */
  async recordProgress(tx: SqlExecutor, id: string): Promise<void> {
    await exec(tx, FORGET_LOST_LEASES, [id, this.lease]);
  }

  /**
   * Does a job by steps, each in a transaction, until one returns true: with it the job is complete. Interrupted, it begins with the step
   * that was not committed.
   */
  async completeBySteps(
    database: Database,
    { id }: ClaimedJob<P>,
    step: (tx: EntityManager) => Promise<boolean>,
  ): Promise<void> {
    let isFinished = false;
    for (let isFirst = true; !isFinished; isFirst = false)
      isFinished = await database.tenant(this.tenantId, async (tx) => {
        const isLast = await step(tx);
        if (isLast) await this.complete(tx, [id]);
        else if (isFirst) await this.recordProgress(tx, id);
        return isLast;
      });
  }

  /** Postpones every job without having tried any, and pauses the tenant for this kind. */
  async postponeUntried(database: Database, at: Date, reason: string): Promise<void> {
    const postponements = this.jobs.map(({ id }) => ({ id, at, reason, untried: true }));
    await database.tenant(this.tenantId, (tx) => this.postpone(tx, postponements));
    this.postponedUntried = true;
  }

  /** Whether every job was postponed untried. */
  get isPaused(): boolean {
    return this.postponedUntried;
  }

  private sharedContext(): WorkContext {
    const [first, ...others] = this.jobs;
    const isShared = others.every(({ context }) => context?.requestId === first?.context?.requestId);
    return this.contextOf(isShared ? first?.context : null);
  }

  private contextOf(carried: CarriedContext | null | undefined): WorkContext {
    const requestId = carried?.requestId;
    const logFields: LogFields = { ...(requestId && { requestId }), tenantId: this.tenantId, kind: this.kind };
    return { requestId, logFields };
  }

  /** Belongs to the span that enqueued all of the jobs, or is linked to those that did. */
  private batchSpan(): SpanOptions {
    const origins = [...new Set(this.jobs.flatMap(({ context }) => context?.traceparent ?? []))];
    const attributes = { 'tenant.id': this.tenantId, 'job.count': this.jobs.length };
    return { kind: 'consumer', attributes, ...(origins.length === 1 ? { parent: origins[0] } : { links: origins }) };
  }

  /** The jobs that are neither completed nor postponed. */
  unhandled(): ClaimedJob<P>[] {
    return this.jobs.filter(({ id }) => !this.handled.has(id));
  }

  /** Records that a transaction completed or postponed a job, whether its lease was still this batch's or not. */
  markHandled(id: string): void {
    this.handled.add(id);
  }
}

/** {@link JobBatch.complete} for jobs of any batches, in one statement. */
export async function completeJobs(tx: SqlExecutor, jobs: readonly BatchJob[]): Promise<Set<string>> {
  const rows = await many<{ id: string }>(tx, COMPLETE_JOBS, [
    jobs.map(({ id }) => id),
    jobs.map(({ batch }) => batch.lease),
  ]);
  return handled(tx, jobs, rows);
}

/** {@link JobBatch.postpone} for jobs of any batches, in one statement. */
export async function postponeJobs(
  tx: SqlExecutor,
  postponements: readonly (BatchJob & Postponement)[],
): Promise<Set<string>> {
  const rows = await many<{ id: string }>(tx, POSTPONE_JOBS, [
    postponements.map(({ id }) => id),
    postponements.map(({ at }) => at),
    postponements.map(({ reason }) => reason),
    postponements.map(({ untried = false }) => untried),
    postponements.map(({ batch }) => batch.lease),
  ]);
  return handled(tx, postponements, rows);
}

/** If the transaction does not commit, the jobs are as unhandled as before. */
function handled(tx: SqlExecutor, jobs: readonly BatchJob[], rows: readonly { id: string }[]): Set<string> {
  afterCommit(tx, () => jobs.forEach(({ batch, id }) => batch.markHandled(id)));
  return new Set(rows.map(({ id }) => id));
}
