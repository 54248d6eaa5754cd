/*
 * The count of a list changes in the statement that changes its members. A lateral look-up with a limit of one makes
 * Postgres probe an index once for each key, whatever its estimate of the number of rows.
 */

/** Parameters: tenant, contact ids. The contacts stay until the transaction ends. */
export const COUNT_AND_LOCK_CONTACTS = `
  select count(*)::int as count from unnest($2::text[]) as key cross join lateral (
    select 1 from contact where tenant_id = $1 and id = key limit 1 for key share
  ) contact`;

/** Parameters: tenant, list, contact ids. */
export const INSERT_MEMBERS = `
  with inserted as (
    insert into contact_list_member (tenant_id, list_id, contact_id)
    select $1, $2, id from unnest($3::text[]) as id on conflict do nothing returning 1
  ), counted as (select count(*)::int as count from inserted)
  update contact_list set member_count = member_count + counted.count
  from counted where tenant_id = $1 and id = $2 returning counted.count`;

/** Parameters: tenant, list, contact ids. */
export const DELETE_MEMBERS = `
  with deleted as (
    delete from contact_list_member
    where tenant_id = $1 and list_id = $2 and contact_id = any($3::text[]) returning 1
  ), counted as (select count(*)::int as count from deleted)
  update contact_list set member_count = member_count - counted.count
  from counted where tenant_id = $1 and id = $2 returning counted.count`;

/** Parameters: tenant, contact. */
export const LOCK_LISTS_OF_CONTACT = `
  with membership as materialized (select tenant_id, list_id from contact_list_member where contact_id = $2)
  select id from contact_list
  where tenant_id = $1 and id in (select list_id from membership where tenant_id = $1)
  order by id for no key update`;

/** Parameters: tenant, contact, list ids. */
export const DELETE_MEMBERSHIPS = `
  with deleted as (
    delete from contact_list_member
    where tenant_id = $1 and contact_id = $2 and list_id = any($3::text[]) returning list_id
  )
  update contact_list set member_count = member_count - 1
  from deleted where tenant_id = $1 and id = deleted.list_id`;
