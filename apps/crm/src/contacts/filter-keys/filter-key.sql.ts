import { exec, lockRowsSql, RowParameters, rowsByKeys, type SqlExecutor, type TenantId } from '#libs/core/persistence';
import type { Contact } from '../contact.entity.js';

/** Contacts of all tenants that have no keys yet. Parameters: rows. */
export const LIST_UNKEYED = `
  select tenant_id as "tenantId", id from contact where filter_keys is null order by tenant_id collate "C", id limit $1`;

const KEYED = new RowParameters<{ id: Contact['id']; keys: string[] }>({
  id: { type: 'text', of: ({ id }) => id },
  keys: { type: 'text[]', of: ({ keys }) => keys },
});

const KEYS = { id: '$2::text[]' };
const LOCK = lockRowsSql('contact', KEYS, { condition: 'filter_keys is null' });

/** Gives contacts their keys, in one statement, but for those that got some meanwhile. Returns how many. */
export async function insertFilterKeys(
  tx: SqlExecutor,
  tenantId: TenantId,
  keyed: readonly { id: Contact['id']; keys: string[] }[],
): Promise<number> {
  const ids = keyed.map(({ id }) => id);
  await exec(tx, LOCK, [tenantId, ids]);
  return exec(
    tx,
    `update contact set filter_keys = given.keys from ${KEYED.sql(3)} as given
      where ${rowsByKeys('contact', KEYS)} and contact.id = given.id and contact.filter_keys is null`,
    [tenantId, ids, ...KEYED.values(keyed)],
  );
}
