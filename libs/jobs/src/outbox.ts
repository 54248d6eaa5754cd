import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { carriedContext, type CarriedContext } from '#libs/observability';
import {
  Database,
  exec,
  many,
  nextPosition,
  type SqlExecutor,
  SYSTEM_DATA_SOURCE,
  type TenantId,
} from '#libs/persistence';
import { JobBatch } from './job-batch.js';
import { DELAYED, WAITING } from './outbox-schema.js';
import type { Jobs } from './index.js';
import type { QueuedChunk } from './job-queue.js';
import type { JobKind, NewJob } from './jobs.js';
import { RelayBell } from './relay-bell.js';

/** How much work there is of a kind; from {@link DEPTH_MAX} on it is not counted further. */
export interface Depth {
  kind: string;
  /** Waits for a worker. */
  due: number;
  /** Is with a worker, or about to be. */
  handed: number;
  /** Waits for its time. */
  delayed: number;
  /** Was given up. */
  dead: number;
}

/** The depth is read often, and beyond this it makes no difference. */
export const DEPTH_MAX = 100_000;

interface ClaimedRow<P> {
  id: string;
  tenant_id: TenantId;
  payload: P;
  attempts: number;
  failures: number;
  created_at: Date;
  context: CarriedContext | null;
}

const MAX_ERROR_LENGTH = 500;

/** The jobs of an app, in Postgres: each is a row from the transaction that enqueues it until the one that completes it. */
@Injectable()
export class Outbox {
  constructor(
    @Inject(SYSTEM_DATA_SOURCE) private readonly system: DataSource,
    private readonly bell: RelayBell,
    private readonly database: Database,
  ) {}

  /**
   * Enqueues jobs in the caller's transaction: they are done if, and only if, that transaction commits. They carry the
   * context of the running code, unless they name another.
   */
  async enqueue<K extends JobKind>(tx: SqlExecutor, kind: K, jobs: readonly NewJob<Jobs[K]>[]): Promise<void> {
    if (jobs.length === 0) return;
    const carried = carriedContext();
    const rows = jobs.map(({ weight = 1, availableAt: at = null, context = carried, ...job }) => ({
      ...job,
      context,
      id: nextPosition(),
      weight,
      at,
    }));
    await exec(
      tx,
      `insert into outbox (id, tenant_id, kind, payload, available_at, due, weight, context)
       select id, "tenantId", $2, payload, coalesce(at, now()), coalesce(at, now()) <= now(), weight, context
       from jsonb_to_recordset($1::jsonb)
         as job (id bigint, "tenantId" text, payload jsonb, at timestamptz, weight integer, context jsonb)`,
      [JSON.stringify(rows), kind],
    );
    this.bell.ring();
  }

  /** Claims those of a chunk's jobs that are due and not leased, in the chunk's order. */
  async claim<P>(kind: string, { tenantId, ids }: QueuedChunk, leaseMs: number): Promise<JobBatch<P>> {
    const lease = randomUUID();
    const [rows] = await this.system.query<[ClaimedRow<P>[], number]>(
      `update outbox set lease = $2, leased_until = now() + $3 * interval '1 millisecond', attempts = attempts + 1
       where id = any($1::bigint[]) and tenant_id = $4 and dead_at is null and available_at <= now()
         and (leased_until is null or leased_until < now())
       returning id, payload, attempts, failures, created_at, context`,
      [ids, lease, leaseMs, tenantId],
    );
    const order = new Map(ids.map((id, index) => [id, index]));
    const inOrder = rows.toSorted((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0));
    const jobs = inOrder.map((row) => ({
      id: row.id,
      payload: row.payload,
      attempt: row.attempts,
      failures: row.failures,
      createdAt: row.created_at,
      context: row.context,
    }));
    return new JobBatch(kind, tenantId, jobs, lease);
  }

  /** Extends the lease of claimed jobs. */
  async renew(lease: string, ids: readonly string[], leaseMs: number): Promise<void> {
    await this.system.query(
      `update outbox set leased_until = now() + $3 * interval '1 millisecond' where id = any($1::bigint[]) and lease = $2`,
      [ids, lease, leaseMs],
    );
  }

  /** Retries a job whose handler failed at the given time; without a time it becomes a dead letter. */
  async fail(id: string, reason: string, retryAt: Date | null): Promise<void> {
    await this.system.query(
      `update outbox set last_error = $2, failures = failures + 1, lease = null, leased_until = null, handed_at = null, job_id = null,
              available_at = coalesce($3, available_at), due = $3::timestamptz is null, dead_at = case when $3::timestamptz is null then now() end
       where id = $1`,
      [id, reason.slice(0, MAX_ERROR_LENGTH), retryAt],
    );
  }

  /** The chunks that were dispatched a while ago and of which something is neither completed nor leased. */
  async listStale(olderThanMs: number, limit: number): Promise<{ kind: string; jobId: string }[]> {
    return this.system.query(
      `select distinct kind, job_id as "jobId" from outbox
       where handed_at < now() - $1 * interval '1 millisecond' and dead_at is null
         and (leased_until is null or leased_until < now())
       limit $2`,
      [olderThanMs, limit],
    );
  }

  /** Makes the jobs of lost chunks due again; returns how many were neither completed nor leased meanwhile. */
  async redispatch(jobIds: readonly string[]): Promise<number> {
    if (jobIds.length === 0) return 0;
    const [, count] = await this.system.query<[unknown[], number]>(
      `update outbox set handed_at = null, job_id = null, lease = null, leased_until = null
       where handed_at is not null and job_id = any($1::text[]) and (leased_until is null or leased_until < now())`,
      [jobIds],
    );
    this.bell.ring();
    return count;
  }

  /** How much work there is, by kind. Each count reads an index of just that, and no further than it counts. */
  async depth(kinds: readonly string[]): Promise<Depth[]> {
    const count = (condition: string) =>
      `(select count(*)::int from (
          select from outbox where outbox.kind = asked.kind and ${condition} limit ${DEPTH_MAX}) as counted)`;
    const sql = `select kind, ${count(WAITING)} as due, ${count('handed_at is not null')} as handed,
              ${count(DELAYED)} as delayed, ${count('dead_at is not null')} as dead
       from unnest($1::text[]) as asked (kind)`;
    return this.database.statement((pool) => many(pool, sql, [kinds]));
  }
}
