import type { IdentifierKind } from '../identifiers/identifiers.js';
import { type Id, many, type SqlExecutor, type TenantId } from '#libs/core/persistence';

/** Two contacts that have something in common. */
export interface Twin {
  contactId: Id<'cnt'>;
  otherId: Id<'cnt'>;
}

/*
 * Inside the look-ups nothing but row-level security says `tenant_id = …`. With such a condition Postgres estimates so few
 * contacts of a new tenant that it might read all of them for each one. The collation "C" is that of the index on names.
 */

/** Parameters: tenant, contacts, kinds of addresses, indexes, most twins of an address. Numbers have no index without a tag. */
const ADDRESS_TWINS = `
  select distinct given.contact_id as "contactId", other.contact_id as "otherId", given.kind
  from unnest($2::text[], $3::text[], $4::bytea[]) as given (contact_id, kind, blind_index)
  cross join lateral (
    (select tenant_id, contact_id from contact_identifier
     where kind = given.kind and blind_index = given.blind_index and is_live limit 1)
    union all
    (select tenant_id, contact_id from contact_identifier
     where untagged_index = given.blind_index and is_live order by contact_id desc limit $5)
  ) as other
  where other.tenant_id = $1 and other.contact_id <> given.contact_id`;

/** Parameters: tenant, contacts, their names, most namesakes of a contact. */
const NAMESAKES = `
  select given.contact_id as "contactId", other.id as "otherId"
  from unnest($2::text[], $3::text[]) as given (contact_id, name_key)
  cross join lateral (
    select id from contact
    where tenant_id collate "C" = $1 and name_key = given.name_key and id <> given.contact_id and deleted_at is null
    order by id desc limit $4
  ) as other`;

/** An address of a contact: an e-mail address without its tag, or a spelling of a telephone number. */
export interface ComparedAddress {
  contactId: string;
  kind: IdentifierKind;
  blindIndex: Buffer;
}

/** Contacts that have an address of another, but for a tag, or for the ninth digit of a number. */
export async function listAddressTwins(
  tx: SqlExecutor,
  tenantId: TenantId,
  given: readonly ComparedAddress[],
  most: number,
): Promise<(Twin & { kind: IdentifierKind })[]> {
  if (given.length === 0) return [];
  const contactIds = given.map(({ contactId }) => contactId);
  const kinds = given.map(({ kind }) => kind);
  const indexes = given.map(({ blindIndex }) => blindIndex);
  return many(tx, ADDRESS_TWINS, [tenantId, contactIds, kinds, indexes, most]);
}

export async function listNamesakes(
  tx: SqlExecutor,
  tenantId: TenantId,
  given: readonly { contactId: string; nameKey: string }[],
  most: number,
): Promise<Twin[]> {
  if (given.length === 0) return [];
  const values = [tenantId, given.map(({ contactId }) => contactId), given.map(({ nameKey }) => nameKey), most];
  return many(tx, NAMESAKES, values);
}
