import { exec, maybe, many, type SqlExecutor, type TenantId } from '#libs/core/persistence';
import { NOT_HELD } from '#libs/core/jobs';

/** When the next enrollment of any tenant is due: the first entry of an index. Null if nobody waits. */
export async function nextDueAt(pool: SqlExecutor): Promise<Date | null> {
  const sql = `select min(due_at) as "dueAt" from enrollment where state = 'waiting'`;
  return (await maybe<{ dueAt: Date | null }>(pool, sql))?.dueAt ?? null;
}

/** Rows that are due the longest, of which one look reads the tenants; if there are no more, it has found all. */
const ROWS_A_LOOK = 1_000;

/** Parameters: now, rows at most. */
const TENANTS_OF_OLDEST = `
  select tenant_id as "tenantId", count(*)::int as count from (
    select tenant_id from enrollment where state = 'waiting' and due_at <= $1 order by due_at limit $2) as oldest
   where ${NOT_HELD} group by tenant_id order by count, tenant_id`;

/** Tenants that one look steps over; the next one goes on after them. */
const TENANTS_A_LOOK = 2_000;

/**
 * Parameters: now, the tenant at which the last look ended, tenants at most. Steps from tenant to tenant over the index, without
 * reading the rows between, to the end and then from the start: a tenant with very many rows hides no other.
 */
const NEXT_TENANTS = `
  with recursive step (tenant_id, due_at, wrapped, n) as (
    select $2::text, null::timestamptz, false, 0
    union all
    select next.tenant_id, next.due_at, next.wrapped, step.n + 1
      from step cross join lateral (
        (select tenant_id, due_at, step.wrapped as wrapped from enrollment
          where state = 'waiting' and tenant_id > step.tenant_id and (not step.wrapped or tenant_id <= $2)
          order by tenant_id, due_at limit 1)
        union all
        (select tenant_id, due_at, true from enrollment
          where state = 'waiting' and tenant_id <= $2 and not step.wrapped order by tenant_id, due_at limit 1)
        limit 1
      ) as next
     where step.n < $3
  )
  select tenant_id as "tenantId", due_at <= $1 as "isDue" from step where n > 0 and ${NOT_HELD} order by n`;

/** Tenants with work that is due, those with the least first, where to look next, and how much is due, up to 1,000. */
export async function listDueTenants(
  pool: SqlExecutor,
  now: Date,
  after: string,
): Promise<{ tenants: TenantId[]; after: string; due: number }> {
  const oldest = await many<{ tenantId: TenantId; count: number }>(pool, TENANTS_OF_OLDEST, [now, ROWS_A_LOOK]);
  const due = oldest.reduce((sum, { count }) => sum + count, 0);
  const found = oldest.map(({ tenantId }) => tenantId);
  if (due < ROWS_A_LOOK) return { tenants: found, after, due };
  const next = await many<{ tenantId: TenantId; isDue: boolean }>(pool, NEXT_TENANTS, [now, after, TENANTS_A_LOOK]);
  const further = next.flatMap(({ tenantId, isDue }) => (isDue ? tenantId : []));
  return { tenants: [...new Set([...further, ...found])], after: next.at(-1)?.tenantId ?? after, due };
}

/** Parameters: tenant, now, until when, rows at most. */
const POSTPONE_DUE = `
  update enrollment set due_at = $3 where ctid = any (array(
    select ctid from enrollment where tenant_id = $1 and state = 'waiting' and due_at <= $2
     order by due_at limit $4 for update skip locked))`;

/** Makes what is due wait longer; returns how many enrollments. */
export async function postponeDue(
  tx: SqlExecutor,
  tenantId: TenantId,
  now: Date,
  until: Date,
  limit: number,
): Promise<number> {
  return exec(tx, POSTPONE_DUE, [tenantId, now, until, limit]);
}

/** The beginning of the newest hold whose operator had what was due before it left out; null if there is none. */
export async function leftOutUntil(pool: SqlExecutor): Promise<Date | null> {
  const sql = `select max(held_at) as "heldAt" from queue_hold where pending = 'cancel'`;
  return (await maybe<{ heldAt: Date | null }>(pool, sql))?.heldAt ?? null;
}
