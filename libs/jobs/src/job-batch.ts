import type { EntityManager } from 'typeorm';
import type { TenantId } from '#libs/persistence';
import type { TenantDatabase } from '#libs/tenancy';

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
  async complete(tx: EntityManager, ids: readonly string[]): Promise<Set<string>> {
    const rows = await tx.query<[{ id: string }[], number]>(
      `delete from outbox where id = any($1::bigint[]) and lease = $2 returning id`,
      [ids, this.lease],
    );
    return this.settle(ids, rows[0]);
  }

  /** Puts jobs off to a later time; returns the ids that were still ours. */
  async postpone(tx: EntityManager, postponements: readonly Postponement[]): Promise<Set<string>> {
    const ids = postponements.map(({ id }) => id);
    const rows = await tx.query<[{ id: string }[], number]>(
      `update outbox set available_at = later.at, due = false, last_error = later.reason,
              attempts = attempts - later.untried::int, handed_at = null, job_id = null, lease = null, leased_until = null
       from unnest($1::bigint[], $2::timestamptz[], $3::text[], $4::boolean[])
              as later (id, at, reason, untried)
       where outbox.id = later.id and outbox.lease = $5
       returning outbox.id`,
      [
        ids,
        postponements.map(({ at }) => at),
        postponements.map(({ reason }) => reason),
        postponements.map(({ untried = false }) => untried),
        this.lease,
      ],
    );
    return this.settle(ids, rows[0]);
  }

  /** Puts every job off without having tried any. */
  async putOff(database: TenantDatabase, at: Date, reason: string): Promise<void> {
    const postponements = this.jobs.map(({ id }) => ({ id, at, reason, untried: true }));
    await database.run(this.tenantId, (tx) => this.postpone(tx, postponements));
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

  private settle(ids: readonly string[], ours: readonly { id: string }[]): Set<string> {
    for (const id of ids) this.settled.add(id);
    return new Set(ours.map(({ id }) => id));
  }
}
