import type { Database, TenantId } from '#libs/persistence';
import type { OutboxTransaction } from './outbox-transaction.js';

/** One piece of promised work, claimed. */
export interface ClaimedJob<P> {
  /** The outbox row. */
  id: string;
  payload: P;
  /** Which attempt this is, from 1; putting off without an attempt does not count. */
  attempt: number;
  /** How often the handler itself has failed at it. */
  failures: number;
  createdAt: Date;
}

export interface Postponement {
  id: string;
  at: Date;
  reason: string;
  /** The work was not tried, only put off: its turn had not come. */
  untried?: boolean;
}

/** A job with the batch that it came in, for jobs of several batches that are settled together. */
export interface BatchJob {
  batch: JobBatch<unknown>;
  id: string;
}

/**
 * Work of one kind and one tenant, claimed under a lease. The handler settles each job in the transaction that records
 * its outcome; what it leaves unsettled, by returning or by throwing, is tried again later.
 */
export class JobBatch<P> {
  private readonly settled = new Set<string>();
  private untried = false;

  constructor(
    readonly tenantId: TenantId,
    readonly jobs: readonly ClaimedJob<P>[],
    readonly lease: string,
  ) {}

  /**
   * Marks jobs as done. Returns the ids that were still ours: for any other, somebody took over after the lease ran
   * out, and its outcome is theirs to record.
   */
  async complete(tx: OutboxTransaction, ids: readonly string[]): Promise<Set<string>> {
    return completeTogether(
      tx,
      ids.map((id) => ({ batch: this, id })),
    );
  }

  /** Puts jobs off to a later time; returns the ids that were still ours. */
  async postpone(tx: OutboxTransaction, postponements: readonly Postponement[]): Promise<Set<string>> {
    return postponeTogether(
      tx,
      postponements.map((postponement) => ({ batch: this, ...postponement })),
    );
  }

  /** Puts every job off without having tried any. */
  async putOff(database: Database, at: Date, reason: string): Promise<void> {
    const postponements = this.jobs.map(({ id }) => ({ id, at, reason, untried: true }));
    await database.tenant(this.tenantId, (tx) => this.postpone(tx, postponements));
    this.untried = true;
  }

  /** Whether the tenant's turn had not come, so that it is no use to go on with its work of this kind right now. */
  get wasPutOff(): boolean {
    return this.untried;
  }

  /** The jobs that no transaction has settled. */
  unsettled(): ClaimedJob<P>[] {
    return this.jobs.filter(({ id }) => !this.settled.has(id));
  }

  /** That a transaction has settled a job, whether it was still ours or not. */
  noteSettled(id: string): void {
    this.settled.add(id);
  }
}

/** {@link JobBatch.complete} for jobs of any batches, in one statement. */
export async function completeTogether(tx: OutboxTransaction, jobs: readonly BatchJob[]): Promise<Set<string>> {
  const answer = await tx.query(
    `delete from outbox using unnest($1::bigint[], $2::uuid[]) as done (id, lease)
     where outbox.id = any($1::bigint[]) and outbox.id = done.id and outbox.lease = done.lease returning outbox.id`,
    [jobs.map(({ id }) => id), jobs.map(({ batch }) => batch.lease)],
  );
  return settle(jobs, answer);
}

/** {@link JobBatch.postpone} for jobs of any batches, in one statement. */
export async function postponeTogether(
  tx: OutboxTransaction,
  postponements: readonly (BatchJob & Postponement)[],
): Promise<Set<string>> {
  const answer = await tx.query(
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
  return settle(postponements, answer);
}

type Rows = { id: string }[];

/** TypeORM answers with rows and their number, a bare connection with a result. */
function settle(jobs: readonly BatchJob[], answer: unknown): Set<string> {
  for (const { batch, id } of jobs) batch.noteSettled(id);
  const rows = Array.isArray(answer) ? (answer as [Rows, number])[0] : (answer as { rows: Rows }).rows;
  return new Set(rows.map(({ id }) => id));
}
