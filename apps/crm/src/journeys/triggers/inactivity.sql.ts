import { exec, many, type SqlExecutor, type TenantId } from '#libs/core/persistence';

/** Time at which the person did something last; what users of the account do does not count. */
const LAST_DEED = 'coalesce(last_person_activity_at, created_at)';

/** Journeys that wait for silence and were not looked at since a time, of all tenants. Parameters: time, rows. */
const DUE_SWEEPS = `
  select tenant_id as "tenantId", id from journey
   where active and deleted_at is null and trigger = 'inactivity' and swept_at < $1 order by swept_at limit $2`;

export async function listDueSweeps(
  tx: SqlExecutor,
  before: Date,
  limit: number,
): Promise<{ tenantId: TenantId; id: string }[]> {
  return many(tx, DUE_SWEEPS, [before, limit]);
}

/** Contacts that did something last in a span of time, a page by id. Parameters: tenant, from, until, after, rows. */
const SILENT_SINCE = `
  select id from contact where tenant_id = $1 and deleted_at is null and anonymized_at is null
     and ${LAST_DEED} > $2 and ${LAST_DEED} <= $3 and id > $4
   order by id limit $5`;

export async function listSilentSince(
  tx: SqlExecutor,
  tenantId: TenantId,
  span: { from: Date; until: Date },
  after: string,
  limit: number,
): Promise<string[]> {
  const rows = await many<{ id: string }>(tx, SILENT_SINCE, [tenantId, span.from, span.until, after, limit]);
  return rows.map(({ id }) => id);
}

export async function recordSweep(tx: SqlExecutor, tenantId: TenantId, id: string, until: Date): Promise<void> {
  await exec(tx, 'update journey set swept_at = $3 where tenant_id = $1 and id = $2', [tenantId, id, until]);
}
