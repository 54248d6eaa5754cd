/**
 * A page of the timeline of each of some contacts, newest first.
 * Parameters: tenant; for each page: contact, type or null, the id before which it begins, rows.
 */
export const ACTIVITIES_OF_CONTACTS = `
  select wanted.request::integer, of_page.*
    from unnest($2::text[], $3::text[], $4::uuid[], $5::integer[])
         with ordinality as wanted (contact_id, type, before, size, request)
   cross join lateral (
     select tenant_id as "tenantId", contact_id as "contactId", id, type, author_id as "authorId", sealed,
            created_at as "createdAt"
       from activity
      where tenant_id = $1 and contact_id = wanted.contact_id and id < wanted.before
        and (wanted.type is null or type = wanted.type)
      order by id desc limit wanted.size
   ) of_page
   order by wanted.request, of_page.id desc`;

/**
 * Deletes an entry from the timeline of a contact, and the copies that contacts merged into it keep for an undo.
 * Parameters: tenant, contact, entry.
 */
export const DELETE_ACTIVITY = `
  with recursive holder as (
    select $2::text collate "C" as contact_id
     union
    select merge.merged_contact_id
      from contact_merge merge join holder on merge.kept_contact_id = holder.contact_id
     where merge.tenant_id = $1 and merge.undone_at is null
  )
  delete from activity using holder
   where activity.tenant_id = $1 and activity.contact_id = holder.contact_id and activity.id = $3`;

/** Parameters: tenant; for each count: contact, type or null. */
export const COUNT_ACTIVITIES = `
  select wanted.request::integer, of_contact.total::integer
    from unnest($2::text[], $3::text[]) with ordinality as wanted (contact_id, type, request)
   cross join lateral (
     select count(*) as total from activity
      where tenant_id = $1 and contact_id = wanted.contact_id and (wanted.type is null or type = wanted.type)
   ) of_contact
   order by wanted.request`;
