import { type CarriedContext, type LogFields, runInContext, type WorkContext } from '#libs/observability';
import { type Database, many, type SqlExecutor, type TenantId } from '#libs/persistence';

/** A claimed job. */
export interface ClaimedJob<P> {
  /** The outbox row. */
  id: string;
  payload: P;
  /** Which attempt this is, from 1; a postponement without an attempt does not count. */
  attempt: number;
  /** How often the handler itself has failed at it. */
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

/** A job with the batch that it came in, for jobs of several batches whose outcomes are written together. */
export interface BatchJob {
  batch: JobBatch<unknown>;
  id: string;
}

/**
 * Work of one kind and one tenant, claimed under a lease. The handler completes or postpones each job in the
 * transaction that records its outcome; what it does neither with, by returning or by throwing, is retried later.
 */
export class JobBatch<P> {
  private readonly handled = new Set<string>();
  private postponedUntried = false;

  constructor(
    readonly kind: string,
    readonly tenantId: TenantId,
    readonly jobs: readonly ClaimedJob<P>[],
    readonly lease: string,
  ) {}

  /** Runs `work` for one of the jobs: log lines that it writes and jobs that it enqueues carry that job's context. */
  runFor<T>(job: ClaimedJob<P>, work: () => T): T {
    return runInContext(this.contextOf(job.context), work);
  }

  /** Runs `work` for all of the jobs: the request is named if it is the same for each. */
  runForAll<T>(work: () => T): T {
    const [first, ...others] = this.jobs;
    const isShared = others.every(({ context }) => context?.requestId === first?.context?.requestId);
    return runInContext(this.contextOf(isShared ? first?.context : null), work);
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

  private contextOf(carried: CarriedContext | null | undefined): WorkContext {
    const requestId = carried?.requestId;
    const logFields: LogFields = { ...(requestId && { requestId }), tenantId: this.tenantId, kind: this.kind };
    return { requestId, logFields };
  }

  /** The jobs that no transaction has completed or postponed. */
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
  const rows = await many<{ id: string }>(
    tx,
    `delete from outbox using unnest($1::bigint[], $2::uuid[]) as done (id, lease)
     where outbox.id = any($1::bigint[]) and outbox.id = done.id and outbox.lease = done.lease returning outbox.id`,
    [jobs.map(({ id }) => id), jobs.map(({ batch }) => batch.lease)],
  );
  return handled(jobs, rows);
}

/** {@link JobBatch.postpone} for jobs of any batches, in one statement. */
export async function postponeJobs(
  tx: SqlExecutor,
  postponements: readonly (BatchJob & Postponement)[],
): Promise<Set<string>> {
  const rows = await many<{ id: string }>(
    tx,
    `update outbox set available_at = later.at, due = false, last_error = later.reason,
            attempts = attempts - later.untried::int, handed_at = null, job_id = null, lease = null, leased_until = null
     from unnest($1::bigint[], $2::timestamptz[], $3::text[], $4::boolean[], $5::uuid[])
            as later (id, at, reason, untried, lease)
     where outbox.id = later.id and outbox.lease = later.lease
     returning outbox.id`,
    [
      postponements.map(({ id }) => id),
      postponements.map(({ at }) => at),
      postponements.map(({ reason }) => reason),
      postponements.map(({ untried = false }) => untried),
      postponements.map(({ batch }) => batch.lease),
    ],
  );
  return handled(postponements, rows);
}

function handled(jobs: readonly BatchJob[], rows: readonly { id: string }[]): Set<string> {
  for (const { batch, id } of jobs) batch.markHandled(id);
  return new Set(rows.map(({ id }) => id));
}
