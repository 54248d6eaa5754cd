/*
 * The count of a list changes in the statement that changes its members. A lateral look-up with a limit of one makes
 * Postgres probe an index once for each key, whatever its estimate of the number of rows.
 */

/** Parameters: tenant, contact ids. The contacts stay until the transaction ends. */
export const COUNT_AND_LOCK_CONTACTS = `
  select count(*)::int as count from unnest($2::text[]) as key cross join lateral (
    select 1 from contact where tenant_id = $1 and id = key limit 1 for key share
  ) contact`;

/** Parameters: tenant, list, contact ids, note on the consent (null for none). */
export const INSERT_MEMBERS = `
  with inserted as (
    insert into contact_list_member (tenant_id, list_id, contact_id, consent_note, confirmed_at)
    select $1, $2, id, $4::text, case when $4::text is not null then now() end
    from unnest($3::text[]) as id on conflict do nothing returning 1
  ), counted as (select count(*)::int as count from inserted)
  update contact_list set member_count = member_count + counted.count
  from counted where tenant_id = $1 and id = $2 returning counted.count`;

/** Parameters: tenant, list, contact ids. Returns those that were not on the list. */
export const INSERT_PENDING_MEMBERS = `
  with inserted as (
    insert into contact_list_member (tenant_id, list_id, contact_id, pending_since, asked_at, asks)
    select $1, $2, id, now(), now(), 1 from unnest($3::text[]) as id on conflict do nothing returning contact_id
  ), counted as (
    select count(*)::int as count, coalesce(array_agg(contact_id), '{}') as "contactIds" from inserted
  )
  update contact_list set member_count = member_count + counted.count, pending_count = pending_count + counted.count
  from counted where tenant_id = $1 and id = $2 returning counted."contactIds"`;

/** Parameters: tenant, list, contact ids, note on the consent, address and user agent that confirm (null for none). */
export const CONFIRM_MEMBERS = `
  with confirmed as (
    update contact_list_member
    set pending_since = null, confirmed_at = now(), consent_note = $4, confirmed_ip = $5, confirmed_user_agent = $6
    where tenant_id = $1 and list_id = $2 and contact_id = any($3::text[]) and pending_since is not null returning 1
  ), counted as (select count(*)::int as count from confirmed)
  update contact_list set pending_count = pending_count - counted.count
  from counted where tenant_id = $1 and id = $2 returning counted.count`;

/**
 * Parameters: tenant, list, contact ids, seconds between two mails, the most mails. Returns the pending members that may
 * be asked again.
 */
export const ASK_AGAIN = `
  update contact_list_member set asked_at = now(), asks = asks + 1
  where tenant_id = $1 and list_id = $2 and contact_id = any($3::text[]) and pending_since is not null
    and asked_at <= now() - make_interval(secs => $4) and asks < $5
  returning contact_id as "contactId"`;

/** Parameters: tenant, contact ids. */
export const LOCK_ASKING_LISTS = `
  with membership as materialized (
    select tenant_id, list_id from contact_list_member where contact_id = any($2::text[])
  )
  select id from contact_list
  where tenant_id = $1 and double_opt_in and id in (select list_id from membership where tenant_id = $1)
  order by id for no key update`;

/**
 * Parameters: tenant, contact ids, locked lists, the most mails. Members that had confirmed are pending again. Returns
 * them, and those that were pending and may get another mail.
 */
export const RESET_CONFIRMATIONS = `
  with before as (
    select list_id, contact_id, pending_since is null as had_confirmed from contact_list_member
    where tenant_id = $1 and contact_id = any($2::text[]) and list_id = any($3::text[])
  ), started as (
    update contact_list_member member
    set pending_since = coalesce(member.pending_since, now()), asked_at = now(),
        asks = case when had_confirmed then 1 else member.asks + 1 end,
        confirmed_at = null, confirmed_ip = null, confirmed_user_agent = null, consent_note = null
    from before
    where member.tenant_id = $1 and member.list_id = before.list_id and member.contact_id = before.contact_id
      and (had_confirmed or member.asks < $4)
    returning member.list_id, member.contact_id, had_confirmed
  ), counted as (
    update contact_list
    set pending_count = pending_count + (
      select count(*) from started where started.list_id = contact_list.id and had_confirmed
    )
    where tenant_id = $1 and id in (select list_id from started where had_confirmed)
  )
  select list_id as "listId", contact_id as "contactId" from started`;

/** Parameters: tenant, list, contact ids. */
export const DELETE_MEMBERS = `
  with deleted as (
    delete from contact_list_member
    where tenant_id = $1 and list_id = $2 and contact_id = any($3::text[]) returning pending_since
  ), counted as (select count(*)::int as count, count(pending_since)::int as pending from deleted)
  update contact_list set member_count = member_count - counted.count, pending_count = pending_count - counted.pending
  from counted where tenant_id = $1 and id = $2 returning counted.count`;

/** Parameters: tenant, list. */
export const DELETE_ALL_MEMBERS = `
  with deleted as (delete from contact_list_member where tenant_id = $1 and list_id = $2)
  update contact_list set member_count = 0, pending_count = 0 where tenant_id = $1 and id = $2`;

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
    where tenant_id = $1 and contact_id = $2 and list_id = any($3::text[])
    returning list_id, (pending_since is not null)::int as pending
  )
  update contact_list set member_count = member_count - 1, pending_count = pending_count - deleted.pending
  from deleted where tenant_id = $1 and id = deleted.list_id`;
