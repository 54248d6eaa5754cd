import { exec, many, type SqlExecutor, type TenantId } from '#libs/core/persistence';
import { DELETE_TOTALS_OF_UNUSED_TAGS } from '../event-counts/tag-values.sql.js';

/** The tenants that have totals of tags from before a time, as the system role sees them. */
export async function listTenantsWithTagTotals(tx: SqlExecutor, before: Date): Promise<TenantId[]> {
  const sql = `select distinct tenant_id as id from group_total where dimension = 'tag' and start < $1`;
  return (await many<{ id: TenantId }>(tx, sql, [before])).map(({ id }) => id);
}

/**
 * Deletes a tenant's totals of tags from before a time, and later ones of values that no message has: an old message may have
 * been opened since. Returns how many.
 */
export async function deleteTagTotals(tx: SqlExecutor, tenantId: TenantId, before: Date): Promise<number> {
  const unused = await exec(tx, DELETE_TOTALS_OF_UNUSED_TAGS, [tenantId]);
  const old = await exec(
    tx,
    `delete from group_total where tenant_id = $1 and dimension in ('tag', 'tag-values') and start < $2`,
    [tenantId, before],
  );
  return unused + old;
}
