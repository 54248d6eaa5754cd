import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { SYSTEM_DATA_SOURCE, type TenantId } from '#libs/persistence';
import type { PausedTenant } from './paused-tenants.js';
import { DELAYED, WAITING } from './outbox-schema.js';
import type { InLine } from './turns.js';

/** What is asked of the line of one kind. */
export interface LineQuestion {
  kind: string;
  /** The tenant that had its turn last: the line begins with the one after it. */
  after: string;
  /** How many tenants to name at most. */
  tenants: number;
  /** How many chunks a tenant may have in hand. */
  perTenant: number;
}

/** Chunks of one tenant that are to be dispatched. */
export interface Turn {
  kind: string;
  tenantId: string;
  chunks: number;
  /** Pieces of work that a chunk may hold. */
  chunkSize: number;
}

/** Jobs of one tenant that are dispatched together. */
export interface DispatchedChunk {
  kind: string;
  tenantId: TenantId;
  jobId: string;
  ids: string[];
}

/** So many tenants are asked at most in one look, be they paused or busy; the next look goes on behind them. */
const VISITED_MAX = 2_000;

/*
 * Steps from tenant to tenant over the index of what waits, without touching what lies between, however much that is;
 * from the tenant asked for to the end, and then from the beginning up to it. It stops when it has named enough. A
 * tenant's chunks in hand are counted in such steps, too: grouped, they would be read with the whole table by a planner
 * that has not heard yet how few of many new rows they are.
 */
const LINE = `
select asked.kind, line.tenant_id as "tenantId", line.free
from unnest($1::text[], $2::text[], $3::int[], $4::int[]) as asked (kind, after, tenants, per_tenant)
cross join lateral (
  with recursive step (tenant_id, wrapped, visited) as (
    select asked.after, false, 0
    union all
    select next.tenant_id, next.wrapped, step.visited + 1
    from step cross join lateral (
      (select tenant_id, step.wrapped as wrapped from outbox
       where kind = asked.kind and tenant_id > step.tenant_id and (not step.wrapped or tenant_id <= asked.after)
         and ${WAITING}
       order by tenant_id limit 1)
      union all
      (select tenant_id, true from outbox
       where kind = asked.kind and tenant_id <= asked.after and not step.wrapped and ${WAITING}
       order by tenant_id limit 1)
      limit 1
    ) as next
    where step.visited < ${VISITED_MAX}
  )
  select step.tenant_id, step.visited, share.free
  from step cross join lateral (
    with recursive chunk (job_id, number) as (
      select '', 0
      union all
      select next.job_id, chunk.number + 1
      from chunk cross join lateral (
        select job_id from outbox
        where kind = asked.kind and tenant_id = step.tenant_id and handed_at is not null and job_id > chunk.job_id
        order by job_id limit 1
      ) as next
      where chunk.number < asked.per_tenant
    )
    select asked.per_tenant - max(number) as free from chunk
  ) as share
  where step.visited > 0 and share.free > 0
    and (asked.kind, step.tenant_id) not in (select * from unnest($5::text[], $6::text[]))
  limit asked.tenants
) as line
order by asked.kind, line.visited`;

/*
 * Takes the oldest of each tenant's work, parts it into chunks and marks them. Of two processes that take the same rows
 * at once the second finds them changed when it comes to mark them, and passes them over: to lock them first would be to
 * write every row twice. They are found again by their place in the table, which no estimate of a planner can spoil; that
 * they are still waiting is asked again, because not every Postgres does so for a place whose row has moved.
 */
const DISPATCH = `
with turn as materialized (
  select * from unnest($1::text[], $2::text[], $3::int[], $4::int[]) with ordinality
    as turn (kind, tenant_id, chunks, chunk_size, place)
), picked as materialized (
  select turn.*, job.* from turn cross join lateral (
    select ctid as row, id, available_at, weight from outbox
    where kind = turn.kind and tenant_id = turn.tenant_id and ${WAITING}
    order by available_at, id limit turn.chunks * turn.chunk_size
  ) as job
), numbered as materialized (
  select *, (sum(weight) over (partition by place order by available_at, id) - 1) / chunk_size as number from picked
), handed as (
  update outbox set handed_at = now(), job_id = $5 || '-' || place || '-' || number
  from numbered
  where outbox.ctid = numbered.row and handed_at is null and number < chunks
  returning outbox.id, outbox.kind, outbox.tenant_id, outbox.job_id, outbox.available_at, place, number
)
select kind, tenant_id as "tenantId", job_id as "jobId", array_agg(id order by available_at, id) as ids
from handed group by kind, tenant_id, job_id, place, number order by number, place`;

/** The jobs that wait, as a line of tenants for each kind: tenants take turns (round robin). */
@Injectable()
export class TenantLine {
  constructor(@Inject(SYSTEM_DATA_SOURCE) private readonly system: DataSource) {}

  /** Makes delayed jobs due whose time has come: so many of each kind at most. */
  async makeDue(kinds: readonly string[], limit: number): Promise<void> {
    await this.system.query(
      `update outbox set due = true where id = any(array(
         select job.id from unnest($1::text[]) as asked (kind) cross join lateral (
           select id from outbox where kind = asked.kind and available_at <= now() and ${DELAYED}
           order by available_at limit $2 for update skip locked
         ) as job))`,
      [kinds, limit],
    );
  }

  /** Whose turn it is, by kind: tenants in the order in which it comes to them. */
  async next(questions: readonly LineQuestion[], paused: readonly PausedTenant[]): Promise<Map<string, InLine[]>> {
    const rows = await this.system.query<(InLine & { kind: string })[]>(LINE, [
      questions.map(({ kind }) => kind),
      questions.map(({ after }) => after),
      questions.map(({ tenants }) => tenants),
      questions.map(({ perTenant }) => perTenant),
      paused.map(({ kind }) => kind),
      paused.map(({ tenantId }) => tenantId),
    ]);
    const lines = new Map<string, InLine[]>(questions.map(({ kind }) => [kind, []]));
    for (const { kind, ...tenant } of rows) lines.get(kind)?.push(tenant);
    return lines;
  }

  /** Marks jobs as dispatched and returns their chunks: every tenant's first, then every tenant's second, and so on. */
  async dispatch(turns: readonly Turn[]): Promise<DispatchedChunk[]> {
    return this.system.query<DispatchedChunk[]>(DISPATCH, [
      turns.map(({ kind }) => kind),
      turns.map(({ tenantId }) => tenantId),
      turns.map(({ chunks }) => chunks),
      turns.map(({ chunkSize }) => chunkSize),
      // A name of its own for each dispatch: Bull takes no job by the name of one that it still has.
      randomUUID(),
    ]);
  }
}
