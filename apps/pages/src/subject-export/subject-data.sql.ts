/**
 * Ids of the leads of a contact: those that it came from, and all in which one of its addresses or numbers is a value.
 * Parameters: tenant, ids of leads, e-mail addresses in lower case, telephone numbers, rows.
 */
export const LEADS_OF = `
  select id from lead
   where tenant_id = $1 and (
     id = any ($2::text[]) or lower(email) = any ($3::text[]) or phone = any ($4::text[])
     or exists (
       select from jsonb_each_text("values") as given
        where lower(given.value) = any ($3::text[]) or given.value = any ($4::text[])))
   order by id desc limit $5`;
