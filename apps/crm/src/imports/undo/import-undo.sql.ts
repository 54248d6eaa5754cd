import { type Id, many, type SqlExecutor, type TenantId } from '#libs/core/persistence';

const LAST_ACTIVITIES = `
  select contact_id as id, max(created_at) as at from activity
  where tenant_id = $1 and contact_id = any($2) and type <> 'message' group by contact_id`;

/** Finds the time of the newest activity of each contact, but for messages, which change nothing of it; one without activities is absent. */
export async function findLastActivities(
  tx: SqlExecutor,
  tenantId: TenantId,
  contactIds: readonly Id<'cnt'>[],
): Promise<Map<Id<'cnt'>, Date>> {
  const rows = await many<{ id: Id<'cnt'>; at: Date }>(tx, LAST_ACTIVITIES, [tenantId, [...contactIds]]);
  return new Map(rows.map(({ id, at }) => [id, at]));
}
