import { type Id, maybe, type SqlExecutor, type TenantId } from '#libs/core/persistence';

/** Merges that follow one another. */
const MOST = 50;

/** Parameters: tenant, contact, most merges. */
const MERGED_INTO = `
  with recursive step as (
    select kept_contact_id as id, 1 as n from contact_merge
     where tenant_id = $1 and merged_contact_id = $2 and undone_at is null
    union all
    select m.kept_contact_id, n + 1 from step join contact_merge m
        on m.tenant_id = $1 and m.merged_contact_id = step.id and m.undone_at is null
     where n < $3
  )
  select contact.id from step join contact on contact.tenant_id = $1 and contact.id = step.id
   where contact.deleted_at is null order by n desc limit 1`;

/** The live contact into which one was merged, also by several merges; undefined if it was not. */
export async function findMergedInto(
  tx: SqlExecutor,
  tenantId: TenantId,
  contactId: string,
): Promise<Id<'cnt'> | undefined> {
  return (await maybe<{ id: Id<'cnt'> }>(tx, MERGED_INTO, [tenantId, contactId, MOST]))?.id;
}
