import { exec, type Id, type SqlExecutor, type TenantId } from '#libs/core/persistence';

/** Days for which counts are kept: a year, and what a report of the same month of last year needs. */
export const KEPT_DAYS = 401;

/** Parameters: days, limit. */
export const DELETE_EXPIRED_DAYS = `
  delete from contact_event_day where ctid = any (array(
    select ctid from contact_event_day where day < (now() at time zone 'UTC')::date - $1::int limit $2))`;

/** Parameters: tenant, contact that gets the counts, contact that has them, sign. */
const ADD_OF_OTHER = `
  insert into contact_event_day as known (tenant_id, contact_id, name, day, n)
  select tenant_id, $2, name, day, $4 * n from contact_event_day where tenant_id = $1 and contact_id = $3 order by name, day
  on conflict (tenant_id, contact_id, name, day) do update set n = greatest(known.n + excluded.n, 0)`;

/** Adds the counts of another contact, which keeps its own. */
export async function addDaysOf(tx: SqlExecutor, tenantId: TenantId, kept: Id<'cnt'>, other: Id<'cnt'>): Promise<void> {
  await exec(tx, ADD_OF_OTHER, [tenantId, kept, other, 1]);
}

/** Undoes {@link addDaysOf}. */
export async function subtractDaysOf(
  tx: SqlExecutor,
  tenantId: TenantId,
  kept: Id<'cnt'>,
  other: Id<'cnt'>,
): Promise<void> {
  await exec(tx, ADD_OF_OTHER, [tenantId, kept, other, -1]);
  await exec(tx, 'delete from contact_event_day where tenant_id = $1 and contact_id = $2 and n <= 0', [tenantId, kept]);
}
