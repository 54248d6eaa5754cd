import { many, type SqlExecutor, type TenantId } from '#libs/core/persistence';
import type { IdentifierKind } from '../identifiers/identifiers.js';
import { CONSENT_CHANNELS, type ConsentChannel, type CurrentConsent } from './consent.js';

/** The newest change of each channel that counts. */
const CURRENT = `
  select distinct on (contact_id, channel) contact_id as "contactId", channel, granted,
         by_platform as "byPlatform", created_at as "createdAt"
  from consent_change where tenant_id = $1 and contact_id = any($2) and channel = any($3) and not is_void
  order by contact_id, channel, id desc`;

/**
 * A page of the history of each of some contacts, newest first.
 * Parameters: tenant; for each page: contact, the id before which it begins, rows.
 */
export const CHANGES_OF_CONTACTS = `
  select wanted.request::integer, of_page.*
    from unnest($2::text[], $3::uuid[], $4::integer[]) with ordinality as wanted (contact_id, before, size, request)
   cross join lateral (
     select tenant_id as "tenantId", contact_id as "contactId", id, channel, granted, author_id as "authorId",
            lead_id as "leadId", is_void as "isVoid", by_platform as "byPlatform", sealed, origin as method, created_at as "createdAt"
       from consent_change
      where tenant_id = $1 and contact_id = wanted.contact_id and id < wanted.before
      order by id desc limit wanted.size
   ) of_page
   order by wanted.request, of_page.id desc`;

/** Lists the newest valid answer of each channel for these contacts. Channels without a record are absent. */
export async function listCurrentConsent(
  tx: SqlExecutor,
  tenantId: TenantId,
  contactIds: readonly string[],
  channels: readonly ConsentChannel[] = CONSENT_CHANNELS,
): Promise<CurrentConsent[]> {
  return many(tx, CURRENT, [tenantId, [...contactIds], [...channels]]);
}

/** An address in the form in which contacts are found by it. */
export interface IndexedAddress {
  kind: IdentifierKind;
  channel: ConsentChannel;
  blindIndex: Buffer;
}

/*
 * Contacts that were merged into another are left out: what they withdrew, the other one has withdrawn. A live contact cannot
 * have an address that another one has lost in the same transaction.
 */
const WITHDRAWN_ELSEWHERE = `
  select distinct given.n::int - 1 as index
  from unnest($2::text[], $3::text[], $4::bytea[]) with ordinality as given (kind, channel, blind_index, n)
  join contact_identifier i on i.tenant_id = $1 and i.kind = given.kind and i.blind_index = given.blind_index
    and not i.is_live and i.contact_id <> all ($5)
  cross join lateral (
    select granted from consent_change c
    where c.tenant_id = $1 and c.contact_id = i.contact_id and c.channel = given.channel and not c.is_void
    order by c.id desc limit 1
  ) as current
  where not current.granted and not exists (
    select from contact_merge m where m.tenant_id = $1 and m.merged_contact_id = i.contact_id and m.undone_at is null)`;

/**
 * Finds the addresses whose channel was withdrawn by a deleted contact that has them, and is not among `contactIds`.
 * Returns their positions.
 */
export async function listWithdrawnElsewhere(
  tx: SqlExecutor,
  tenantId: TenantId,
  addresses: readonly IndexedAddress[],
  contactIds: readonly string[],
): Promise<number[]> {
  const values = [
    tenantId,
    addresses.map(({ kind }) => kind),
    addresses.map(({ channel }) => channel),
    addresses.map(({ blindIndex }) => blindIndex),
    [...contactIds],
  ];
  return (await many<{ index: number }>(tx, WITHDRAWN_ELSEWHERE, values)).map(({ index }) => index);
}
