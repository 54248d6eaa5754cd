import { type Id, many, type SqlExecutor, type TenantId } from '#libs/persistence';

/** Two contacts that have something in common. */
export interface Twin {
  contactId: Id<'cnt'>;
  otherId: Id<'cnt'>;
}

/*
 * Inside the look-ups nothing but row-level security says `tenant_id = …`. With such a condition Postgres estimates so few
 * contacts of a new tenant that it might read all of them for each one. The collation "C" is that of the index on names.
 */

/** Parameters: tenant, contacts, the index of an e-mail address of each without its tag, most twins of an address. */
const SAME_BUT_FOR_TAG = `
  select distinct given.contact_id as "contactId", other.contact_id as "otherId"
  from unnest($2::text[], $3::bytea[]) as given (contact_id, untagged)
  cross join lateral (
    (select tenant_id, contact_id from contact_identifier
     where kind = 'email' and blind_index = given.untagged and is_live limit 1)
    union all
    (select tenant_id, contact_id from contact_identifier
     where untagged_index = given.untagged and is_live order by contact_id desc limit $4)
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

export async function listSameButForTag(
  tx: SqlExecutor,
  tenantId: TenantId,
  given: readonly { contactId: string; untagged: Buffer }[],
  most: number,
): Promise<Twin[]> {
  if (given.length === 0) return [];
  const values = [tenantId, given.map(({ contactId }) => contactId), given.map(({ untagged }) => untagged), most];
  return many(tx, SAME_BUT_FOR_TAG, values);
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
