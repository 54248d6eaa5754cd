import {
  type BoundedCount,
  countMatching,
  countRows,
  type Id,
  type IdsOfPage,
  type SqlExecutor,
  type TenantId,
  escapeLike,
  many,
  maybe,
} from '#libs/core/persistence';
import type { ContactData, ContactRow } from './contact.js';

/** How many contacts a search looks at for one page: what Postgres reads in some tens of milliseconds. */
const SEARCHED = 50_000;

const DATA =
  'contact.id, contact.external_id as "externalId", contact.email, contact.phone, contact.name, contact.attributes';

const COLUMNS = `${DATA}, contact.created_at as "createdAt", contact.updated_at as "updatedAt"`;

/** Contacts from an id on and before another, of one list if it is given. */
export interface ContactRange {
  tenantId: TenantId;
  ids: IdsOfPage;
  direction: 'asc' | 'desc';
  listId: Id<'lst'> | undefined;
  externalId: string | undefined;
  /** With a list: true for members that have not confirmed, false for those that have; all members if absent. */
  isPending?: boolean;
}

/** The first contacts of a range. */
export async function listContacts(tx: SqlExecutor, range: ContactRange, limit: number): Promise<ContactRow[]> {
  const parameters = parametersOf(range);
  return many(tx, firstOf(range, `limit $${parameters.length + 1}`), [...parameters, limit]);
}

/** The first contacts of a range whose name, e-mail or phone contains the text, of the first {@link SEARCHED}. */
export async function searchContacts(
  tx: SqlExecutor,
  range: ContactRange,
  text: string,
  limit: number,
): Promise<ContactRow[]> {
  const parameters = parametersOf(range);
  const pattern = `$${parameters.length + 1}`;
  return many(
    tx,
    `select * from (${firstOf(range, `limit ${SEARCHED}`)}) searched
     where ${contains(pattern)}
     order by id ${range.direction} limit $${parameters.length + 2}`,
    [...parameters, `%${escapeLike(text)}%`, limit],
  );
}

/** The last contact that a search of the range looks at; undefined if it looks at all. */
export async function lastSearched(tx: SqlExecutor, range: ContactRange): Promise<ContactRow | undefined> {
  return maybe(tx, firstOf(range, `limit 1 offset ${SEARCHED - 1}`), parametersOf(range));
}

/*
 * Here and below, a lateral look-up with a limit of one makes Postgres probe an index once for each key, whatever its
 * estimate of the number of contacts.
 */
function firstOf({ listId, externalId, isPending, direction }: ContactRange, slice: string): string {
  const ofStatus = isPending === undefined ? '' : `and pending_since is ${isPending ? 'not null' : 'null'}`;
  if (externalId !== undefined) {
    // One contact at most, found before anything else is asked of it.
    const listed = `exists (
      select from contact_list_member m
      where m.tenant_id = $1 and m.contact_id = contact.id and m.list_id = $5 ${ofStatus})`;
    return `
      select ${COLUMNS} from (select * from contact where external_id = $4 and tenant_id = $1 offset 0) contact
      where id < $2 and id >= $3 ${listId ? `and ${listed}` : ''} order by id ${direction} ${slice}`;
  }
  if (!listId)
    return `select ${COLUMNS} from contact where tenant_id = $1 and id < $2 and id >= $3 order by id ${direction} ${slice}`;
  return `
    select contact.* from (
      select contact_id from contact_list_member
      where tenant_id = $1 and contact_id < $2 and contact_id >= $3 and list_id = $4 ${ofStatus}
      order by contact_id ${direction} ${slice}
    ) member
    cross join lateral (
      select ${COLUMNS} from contact where tenant_id = $1 and id = member.contact_id limit 1
    ) contact
    order by contact.id ${direction}`;
}

function parametersOf({ tenantId, ids: { first, before }, listId, externalId }: ContactRange): string[] {
  return [tenantId, before, first, ...(externalId === undefined ? [] : [externalId]), ...(listId ? [listId] : [])];
}

const contains = (pattern: string): string =>
  `(name ilike ${pattern} or email ilike ${pattern} or phone ilike ${pattern})`;

/** Counts the contacts of a range; those that contain a text, of the first {@link SEARCHED}. */
export async function countContacts(
  tx: SqlExecutor,
  range: ContactRange,
  text: string | undefined,
): Promise<BoundedCount> {
  const parameters = parametersOf(range);
  if (!text) return countRows(tx, firstOf(range, ''), parameters);
  const condition = contains(`$${parameters.length + 1}`);
  return countMatching(tx, firstOf(range, ''), condition, [...parameters, `%${escapeLike(text)}%`], SEARCHED);
}

/** Values of which each belongs to one contact at most. */
export interface ContactKeys {
  emailKeys: readonly string[];
  phones?: readonly string[];
  externalIds?: readonly string[];
}

/**
 * Locks the contacts that have one of these values, each once.
 *
 * Inside the look-ups only row-level security names the tenant. With a second condition on it, Postgres would estimate
 * so few contacts that it might read all of them for each key.
 */
export async function lockContacts(
  tx: SqlExecutor,
  tenantId: TenantId,
  { emailKeys, phones = [], externalIds = [] }: ContactKeys,
): Promise<ContactData[]> {
  return many(
    tx,
    `select ${DATA} from (
       select found.* from unnest($2::text[]) as key
       cross join lateral (select * from contact where email_key = key limit 1 for no key update) found
       union all
       select found.* from unnest($3::text[]) as key
       cross join lateral (select * from contact where phone = key limit 1 for no key update) found
       where found.email_key is null or found.email_key <> all($2::text[])
       union all
       select found.* from unnest($4::text[]) as key
       cross join lateral (select * from contact where external_id = key limit 1 for no key update) found
       where (found.email_key is null or found.email_key <> all($2::text[]))
         and (found.phone is null or found.phone <> all($3::text[]))
     ) contact where tenant_id = $1`,
    [tenantId, emailKeys, phones, externalIds],
  );
}

/** Parameters: tenant, contacts as JSON, time. Postgres checks the unique constraints at the end of the statement. */
export const UPSERT_CONTACTS = `
  insert into contact (tenant_id, id, external_id, email, phone, name, attributes, created_at, updated_at)
  select $1, id, external_id, email, phone, name, attributes, $3, $3
  from json_to_recordset($2::json) as row (id text, external_id text, email text, phone text, name text, attributes jsonb)
  on conflict (tenant_id, id) do update
  set external_id = excluded.external_id, email = excluded.email, phone = excluded.phone, name = excluded.name, attributes = excluded.attributes,
      updated_at = excluded.updated_at`;
