import { NOT_HELD } from '../outbox/hold-schema.js';
import { DELAYED, IS_LOST, WAITING } from '../outbox/outbox-schema.js';

/**
 * Parameters: kinds, jobs of each kind at most. Returns whether jobs wait, and in how many milliseconds the next one is due
 * (null: none is delayed).
 */
export const MAKE_DUE = `
with made as (
  update outbox set due = true where id = any(array(
    select job.id from unnest($1::text[]) as asked (kind) cross join lateral (
      select id from outbox where kind = asked.kind and available_at <= now() and ${DELAYED}
      order by available_at limit $2 for update skip locked
    ) as job))
  returning id
)
select exists (select from made)
         or exists (select from unnest($1::text[]) as asked (kind) cross join lateral (
              select from outbox where kind = asked.kind and ${WAITING} limit 1) as job) as "isWaiting",
       (select ceil(extract(epoch from min(job.available_at) - now()) * 1000)::float8
        from unnest($1::text[]) as asked (kind) cross join lateral (
          select available_at from outbox where kind = asked.kind and available_at > now() and ${DELAYED}
          order by available_at limit 1) as job) as "nextDueMs"`;

/** How many tenants one query visits, paused and busy ones included; the next query continues after them. */
const VISITED_MAX = 2_000;

/**
 * Parameters: kinds, tenants that had their turn last, tenants to return at most, chunks per tenant; kinds and tenants
 * that are paused.
 *
 * Steps from tenant to tenant over the index of waiting jobs, without reading the rows between: from the given tenant to
 * the end, then from the start up to it, until enough are found. A tenant's dispatched chunks are counted in steps, too:
 * with outdated statistics, the planner would read the whole table to group them. While the queues are on hold there are none.
 */
export const NEXT_TENANTS = `
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
where ${NOT_HELD}
order by asked.kind, line.visited`;

/**
 * Parameters: kinds, tenants, chunks, chunk sizes, prefix of the job ids.
 *
 * Splits each tenant's oldest jobs into chunks and marks them. One whose worker was lost is a chunk of its own. Of two processes that select the same rows at once, the
 * second finds them changed when it updates them, and skips them; locking them first would write every row twice. The
 * update joins on ctid, which does not depend on the planner's estimates. It repeats the condition that they wait, because
 * not every Postgres checks it again for a ctid whose row has moved.
 */
export const DISPATCH_CHUNKS = `
with turn as materialized (
  select * from unnest($1::text[], $2::text[], $3::int[], $4::int[]) with ordinality
    as turn (kind, tenant_id, chunks, chunk_size, place)
), picked as materialized (
  select turn.*, job.* from turn cross join lateral (
    select ctid as row, id, available_at, weight, ${IS_LOST} as is_lost from outbox
    where kind = turn.kind and tenant_id = turn.tenant_id and ${WAITING}
    order by available_at, id limit turn.chunks * turn.chunk_size
  ) as job
), numbered as materialized (
  select *, case when is_lost then row_number() over (partition by place, is_lost order by available_at, id) - 1
                 else count(*) filter (where is_lost) over (partition by place)
                      + (sum(weight) over (partition by place, is_lost order by available_at, id) - 1) / chunk_size
            end as number
  from picked
), handed as (
  update outbox set handed_at = now(), job_id = $5 || '-' || place || '-' || number
  from numbered
  where outbox.ctid = numbered.row and handed_at is null and number < chunks
  returning outbox.id, outbox.kind, outbox.tenant_id, outbox.job_id, outbox.available_at, place, number
)
select kind, tenant_id as "tenantId", job_id as "jobId", array_agg(id order by available_at, id) as ids
from handed group by kind, tenant_id, job_id, place, number order by number, place`;
