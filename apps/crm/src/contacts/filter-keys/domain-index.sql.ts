import { exec, lockRowsSql, RowParameters, rowsByKeys, type SqlExecutor, type TenantId } from '#libs/core/persistence';

/** E-mail addresses of all tenants without an index of their domain. Parameters: rows. */
export const LIST_UNDOMAINED = `
  select tenant_id as "tenantId", id from contact_identifier
   where kind = 'email' and domain_index is null order by tenant_id collate "C", id limit $1`;

interface DomainIndex {
  id: string;
  index: Buffer;
}

const INDEXED = new RowParameters<DomainIndex>({
  id: { type: 'uuid', of: ({ id }) => id },
  index: { type: 'bytea', of: ({ index }) => index },
});

const KEYS = { id: '$2::uuid[]' };
const LOCK = lockRowsSql('contact_identifier', KEYS, { condition: 'domain_index is null' });

/** Writes them in one statement, but for addresses that got theirs meanwhile; returns how many. */
export async function insertDomainIndexes(
  tx: SqlExecutor,
  tenantId: TenantId,
  indexed: readonly DomainIndex[],
): Promise<number> {
  const ids = indexed.map(({ id }) => id);
  await exec(tx, LOCK, [tenantId, ids]);
  return exec(
    tx,
    `update contact_identifier set domain_index = given.index from ${INDEXED.sql(3)} as given
      where ${rowsByKeys('contact_identifier', KEYS)} and contact_identifier.id = given.id and contact_identifier.domain_index is null`,
    [tenantId, ids, ...INDEXED.values(indexed)],
  );
}
