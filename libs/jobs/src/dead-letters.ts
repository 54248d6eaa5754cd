import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database, many, maybe, type TenantId } from '#libs/persistence';
import { JOBS_OPTIONS, type JobsOptions } from './jobs-options.js';
import { RelayBell } from './relay-bell.js';

/** A job whose handler failed too often. */
export interface DeadLetter {
  /** The outbox row: a number, also its place in the order in which jobs were enqueued. */
  id: string;
  tenantId: TenantId;
  kind: string;
  payload: Record<string, unknown>;
  /** How often it was begun, and how often the handler itself failed at it. */
  attempts: number;
  failures: number;
  error: string | null;
  createdAt: Date;
  deadAt: Date;
}

export interface DeadLetterFilter {
  kind?: string;
  tenantId?: string;
}

const COLUMNS = `id, tenant_id as "tenantId", kind, payload, attempts, failures, last_error as error,
  created_at as "createdAt", dead_at as "deadAt"`;

/** How many waiting rows of a kind are looked at for the oldest. */
const LOOKED_AT = 10_000;

/** Dead letters: an operator retries or deletes them. */
@Injectable()
export class DeadLetters {
  constructor(
    private readonly database: Database,
    private readonly bell: RelayBell,
    @Inject(JOBS_OPTIONS) private readonly options: JobsOptions,
  ) {}

  /** Every kind of job of the app. */
  get kinds(): readonly string[] {
    return this.options.kinds;
  }

  /** What was enqueued last comes first; `before` is the id of the last one of the page before. */
  async list({ kind, tenantId }: DeadLetterFilter, before: number | undefined, limit: number): Promise<DeadLetter[]> {
    const sql = `select ${COLUMNS} from outbox
       where dead_at is not null and ($1::text is null or kind = $1) and ($2::text is null or tenant_id = $2)
         and ($3::bigint is null or id < $3)
       order by id desc limit $4`;
    const parameters = [kind ?? null, tenantId ?? null, before || null, limit];
    return this.database.statement((pool) => many(pool, sql, parameters));
  }

  async find(id: string): Promise<DeadLetter | undefined> {
    const sql = `select ${COLUMNS} from outbox where id = $1 and dead_at is not null`;
    return this.database.statement((pool) => maybe(pool, sql, [id]));
  }

  /**
   * Makes the job due again, with all its attempts before it, in the caller's transaction. Returns undefined if there is
   * no such dead letter (any more).
   */
  async retry(tx: EntityManager, id: string): Promise<DeadLetter | undefined> {
    const [rows] = await tx.query<[DeadLetter[], number]>(
      `with dead as (select * from outbox where id = $1 and dead_at is not null for update)
       update outbox set dead_at = null, failures = 0, available_at = now(), due = true, handed_at = null, job_id = null,
              lease = null, leased_until = null
       from dead where outbox.id = dead.id returning dead.id, dead.tenant_id as "tenantId", dead.kind, dead.payload,
              dead.attempts, dead.failures, dead.last_error as error, dead.created_at as "createdAt",
              dead.dead_at as "deadAt"`,
      [id],
    );
    return rows[0];
  }

  /** To be called after the commit of a retry, so that it does not wait for the relay's next look. */
  retried(): void {
    this.bell.ring();
  }

  /** Deletes the job in the caller's transaction; returns undefined if there is no such dead letter (any more). */
  async delete(tx: EntityManager, id: string): Promise<DeadLetter | undefined> {
    const [rows] = await tx.query<[DeadLetter[], number]>(
      `delete from outbox where id = $1 and dead_at is not null returning ${COLUMNS}`,
      [id],
    );
    return rows[0];
  }

  /** Since when the oldest work of each kind waits whose time has come; kinds without such work are missing. */
  async waitingSince(): Promise<Map<string, Date>> {
    const sql = `select kind, (select min(available_at) from (
                select available_at from outbox
                where outbox.kind = one.kind and dead_at is null and available_at <= now() order by id limit ${LOOKED_AT}
              ) looked) as since
       from unnest($1::text[]) as one (kind)`;
    type Row = { kind: string; since: Date | null };
    const rows = await this.database.statement((pool) => many<Row>(pool, sql, [this.kinds]));
    return new Map(rows.flatMap(({ kind, since }) => (since ? [[kind, since] as const] : [])));
  }
}
