import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { nextPosition, type TenantId } from '#libs/persistence';
import { SYSTEM_DATA_SOURCE } from '#libs/tenancy';
import { JobBatch } from './job-batch.js';
import { RelayBell } from './relay-bell.js';

export interface PromisedJob<P = unknown> {
  tenantId: TenantId;
  kind: string;
  payload: P;
  /** Not before this time; now when absent. */
  availableAt?: Date;
}

/** Whatever takes SQL within a transaction: TypeORM's manager, or a connection of the pool. */
export interface OutboxTransaction {
  query(sql: string, parameters?: unknown[]): Promise<unknown>;
}

export interface DueJob {
  id: string;
  tenantId: TenantId;
  kind: string;
}

export interface Handover {
  jobId: string;
  ids: readonly string[];
}

interface ClaimedRow<P> {
  id: string;
  tenant_id: TenantId;
  payload: P;
  attempts: number;
  failures: number;
  created_at: Date;
}

const MAX_ERROR_LENGTH = 500;

/** The promised work of an app, in Postgres. */
@Injectable()
export class Outbox {
  constructor(
    @Inject(SYSTEM_DATA_SOURCE) private readonly system: DataSource,
    private readonly bell: RelayBell,
  ) {}

  /** Promises work in the caller's transaction: it happens if, and only if, that transaction commits. */
  async add(tx: OutboxTransaction, jobs: readonly PromisedJob[]): Promise<void> {
    if (jobs.length === 0) return;
    const rows = jobs.map((job) => ({ ...job, id: nextPosition(), payload: job.payload, at: job.availableAt ?? null }));
    await tx.query(
      `insert into outbox (id, tenant_id, kind, payload, available_at)
       select id, "tenantId", kind, payload, coalesce(at, now())
       from jsonb_to_recordset($1::jsonb) as job (id bigint, "tenantId" text, kind text, payload jsonb, at timestamptz)`,
      [JSON.stringify(rows)],
    );
    this.bell.ring();
  }

  /**
   * Gives what is due to `handOver` and marks it as handed, in one transaction: rows that another relay holds are
   * passed over. A hand-over that was not marked is repeated, which the lease makes harmless.
   */
  async handOverDue(limit: number, handOver: (due: DueJob[]) => Promise<Handover[]>): Promise<number> {
    return this.system.transaction(async (tx) => {
      const due = await tx.query<DueJob[]>(
        `select id, tenant_id as "tenantId", kind from outbox
         where handed_at is null and dead_at is null and available_at <= now()
         order by available_at, id limit $1 for update skip locked`,
        [limit],
      );
      if (due.length === 0) return 0;
      const handovers = await handOver(due);
      await tx.query(
        `update outbox set handed_at = now(), job_id = handed.job_id
         from unnest($1::bigint[], $2::text[]) as handed (id, job_id) where outbox.id = handed.id`,
        [handovers.flatMap(({ ids }) => ids), handovers.flatMap(({ jobId, ids }) => ids.map(() => jobId))],
      );
      return due.length;
    });
  }

  /** Claims those of the jobs that are due and not leased to somebody else. */
  async claim<P>(tenantId: TenantId, ids: readonly string[], leaseMs: number): Promise<JobBatch<P>> {
    const lease = randomUUID();
    const [rows] = await this.system.query<[ClaimedRow<P>[], number]>(
      `update outbox set lease = $2, leased_until = now() + $3 * interval '1 millisecond', attempts = attempts + 1
       where id = any($1::bigint[]) and tenant_id = $4 and dead_at is null and available_at <= now()
         and (leased_until is null or leased_until < now())
       returning id, payload, attempts, failures, created_at`,
      [ids, lease, leaseMs, tenantId],
    );
    const jobs = rows.map((row) => ({
      id: row.id,
      payload: row.payload,
      attempt: row.attempts,
      failures: row.failures,
      createdAt: row.created_at,
    }));
    return new JobBatch(tenantId, jobs, lease);
  }

  /** Holds on to claimed work for another while. */
  async renew(lease: string, ids: readonly string[], leaseMs: number): Promise<void> {
    await this.system.query(
      `update outbox set leased_until = now() + $3 * interval '1 millisecond' where id = any($1::bigint[]) and lease = $2`,
      [ids, lease, leaseMs],
    );
  }

  /** Puts off work whose handler failed, or buries it where an operator sees it, when it has failed too often. */
  async failed(id: string, reason: string, retryAt: Date | null): Promise<void> {
    await this.system.query(
      `update outbox set last_error = $2, failures = failures + 1, lease = null, leased_until = null, handed_at = null, job_id = null,
              available_at = coalesce($3, available_at), dead_at = case when $3::timestamptz is null then now() end
       where id = $1`,
      [id, reason.slice(0, MAX_ERROR_LENGTH), retryAt],
    );
  }

  /** Work that was handed over a while ago and is neither done nor being done, by the job that should be doing it. */
  async stale(olderThanMs: number, limit: number): Promise<{ kind: string; jobId: string }[]> {
    return this.system.query(
      `select distinct kind, job_id as "jobId" from outbox
       where handed_at < now() - $1 * interval '1 millisecond' and dead_at is null
         and (leased_until is null or leased_until < now())
       limit $2`,
      [olderThanMs, limit],
    );
  }

  /** Makes the work of lost jobs due again. */
  async handAgain(jobIds: readonly string[]): Promise<void> {
    if (jobIds.length === 0) return;
    await this.system.query(
      `update outbox set handed_at = null, job_id = null, lease = null, leased_until = null
       where handed_at is not null and job_id = any($1::text[]) and (leased_until is null or leased_until < now())`,
      [jobIds],
    );
    this.bell.ring();
  }

  /** How much work waits, by kind: due or handed, waiting for its time, and given up. */
  async depth(): Promise<{ kind: string; due: number; delayed: number; dead: number }[]> {
    return this.system.query(
      `select kind,
              count(*) filter (where dead_at is null and available_at <= now())::int as due,
              count(*) filter (where dead_at is null and available_at > now())::int as delayed,
              count(*) filter (where dead_at is not null)::int as dead
       from outbox group by kind`,
    );
  }
}
