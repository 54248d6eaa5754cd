import { exec, RowParameters, type SqlExecutor, type TenantId } from '#libs/core/persistence';

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

/** Writes them in one statement, but for addresses that got theirs meanwhile; returns how many. */
export async function insertDomainIndexes(
  tx: SqlExecutor,
  tenantId: TenantId,
  indexed: readonly DomainIndex[],
): Promise<number> {
  return exec(
    tx,
    `update contact_identifier set domain_index = given.index from ${INDEXED.sql(2)} as given
      where contact_identifier.tenant_id = $1 and contact_identifier.id = given.id and contact_identifier.domain_index is null`,
    [tenantId, ...INDEXED.values(indexed)],
  );
}
