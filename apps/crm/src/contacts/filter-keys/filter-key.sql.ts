import { many, type SqlExecutor, RowParameters, type TenantId } from '#libs/core/persistence';
import type { Contact } from '../contact.entity.js';

/** Contacts of all tenants that have no keys yet. Parameters: rows. */
export const LIST_UNKEYED = `
  select tenant_id as "tenantId", id from contact where filter_keys is null order by tenant_id collate "C", id limit $1`;

const KEYED = new RowParameters<{ id: Contact['id']; keys: string[] }>({
  id: { type: 'text', of: ({ id }) => id },
  keys: { type: 'text[]', of: ({ keys }) => keys },
});

/** Gives contacts their keys, in one statement, but for those that got some meanwhile. Returns how many. */
export async function insertFilterKeys(
  tx: SqlExecutor,
  tenantId: TenantId,
  keyed: readonly { id: Contact['id']; keys: string[] }[],
): Promise<number> {
  const rows = await many(
    tx,
    `update contact set filter_keys = given.keys from ${KEYED.sql(2)} as given
      where contact.tenant_id = $1 and contact.id = given.id and contact.filter_keys is null returning contact.id`,
    [tenantId, ...KEYED.values(keyed)],
  );
  return rows.length;
}
