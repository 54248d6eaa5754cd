import { many, type SqlExecutor, type TenantId } from '#libs/core/persistence';
import type { IdentifierKind } from '../identifiers/identifiers.js';

/** Keeps the blind indexes of a contact that no other live contact has; returns those that one has. */
const KEEP_INDEXES = `
  with mine as (
    select kind, blind_index, exists (
      select from contact_identifier other
       where other.tenant_id = $1 and other.kind = mine.kind and other.blind_index = mine.blind_index
         and other.is_live and other.contact_id <> $2) as is_held
      from contact_identifier mine where tenant_id = $1 and contact_id = $2
  ), kept as (
    insert into erased_identifier (tenant_id, kind, blind_index)
    select $1, kind, blind_index from mine where not is_held on conflict do nothing
  )
  select kind, blind_index as "blindIndex" from mine where is_held`;

export interface HeldIndex {
  kind: IdentifierKind;
  blindIndex: Buffer;
}

/** Remembers the addresses and numbers of a contact that is about to be erased; returns those that another contact has. */
export async function keepErasedIndexes(tx: SqlExecutor, tenantId: TenantId, contactId: string): Promise<HeldIndex[]> {
  return many(tx, KEEP_INDEXES, [tenantId, contactId]);
}

const ERASED_KINDS = `
  select distinct kind from contact_identifier mine join erased_identifier erased using (tenant_id, kind, blind_index)
   where tenant_id = $1 and contact_id = $2`;

/** The kinds of which a contact has an address or number of an erased person. */
export async function listErasedKinds(
  tx: SqlExecutor,
  tenantId: TenantId,
  contactId: string,
): Promise<IdentifierKind[]> {
  return (await many<{ kind: IdentifierKind }>(tx, ERASED_KINDS, [tenantId, contactId])).map(({ kind }) => kind);
}

const DELETE_ERASED = `
  with gone as (
    delete from erased_identifier erased using contact_identifier mine
     where mine.tenant_id = $1 and mine.contact_id = $2 and mine.kind = any($3::text[]) and erased.tenant_id = $1
       and erased.kind = mine.kind and erased.blind_index = mine.blind_index
    returning erased.kind)
  select distinct kind from gone`;

/** Forgets that the addresses of these kinds that a contact has are of an erased person; returns the kinds that had one. */
export async function deleteErasedIndexes(
  tx: SqlExecutor,
  tenantId: TenantId,
  contactId: string,
  kinds: readonly IdentifierKind[],
): Promise<IdentifierKind[]> {
  const rows = await many<{ kind: IdentifierKind }>(tx, DELETE_ERASED, [tenantId, contactId, [...kinds]]);
  return rows.map(({ kind }) => kind);
}
