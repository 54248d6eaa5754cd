import { type Id, many, RowParameters, type SqlExecutor, type TenantId } from '#libs/core/persistence';
import type { IdentifierKind } from './identifiers.js';

export interface IndexedIdentifier {
  kind: IdentifierKind;
  blindIndex: Buffer;
}

export interface FoundIdentifier extends IndexedIdentifier {
  contactId: Id<'cnt'>;
}

const ASKED = new RowParameters<IndexedIdentifier>({
  kind: { type: 'text', of: ({ kind }) => kind },
  blind_index: { type: 'bytea', of: ({ blindIndex }) => blindIndex },
});

/**
 * The live contacts that have one of these identifiers. A look-up for each reads one row of the index.
 *
 * Inside the look-up only row-level security names the tenant. With a second condition on it, Postgres would estimate so few
 * identifiers of a new tenant that it might read all of them for each one.
 */
export async function findIdentifiers(
  tx: SqlExecutor,
  tenantId: TenantId,
  identifiers: readonly IndexedIdentifier[],
): Promise<FoundIdentifier[]> {
  if (identifiers.length === 0) return [];
  return many(
    tx,
    `select found.kind, found.blind_index as "blindIndex", found.contact_id as "contactId"
     from ${ASKED.sql(2)} as asked cross join lateral (
       select tenant_id, kind, blind_index, contact_id from contact_identifier
       where kind = asked.kind and blind_index = asked.blind_index and is_live limit 1
     ) as found where found.tenant_id = $1`,
    [tenantId, ...ASKED.values(identifiers)],
  );
}
