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
