/** The lists count their members themselves. Parameters: tenant, addresses, numbers. */
export const DELETE_CONTACTS = `
  with gone as (
    select id from contact where tenant_id = $1 and (email_key = any ($2::text[]) or phone = any ($3::text[]))
  ), members as (
    delete from contact_list_member m using gone where m.tenant_id = $1 and m.contact_id = gone.id
    returning m.list_id, m.pending_since
  ), counted as (
    update contact_list set member_count = member_count - c.count, pending_count = pending_count - c.pending
      from (select list_id, count(*)::int as count, count(pending_since)::int as pending from members group by list_id) c
     where tenant_id = $1 and id = c.list_id
  )
  delete from contact using gone where contact.tenant_id = $1 and contact.id = gone.id`;
