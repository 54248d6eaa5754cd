/** Condition of a lead of a person. Parameters: the second its ids, the third e-mail addresses in lower case, the fourth numbers. */
export const IS_LEAD_OF = `(
     id = any ($2::text[]) or lower(email) = any ($3::text[]) or phone = any ($4::text[])
     or exists (
       select from jsonb_each_text("values") as given
        where lower(given.value) = any ($3::text[]) or given.value = any ($4::text[])))`;

/**
 * Deletes the leads of a contact, with their files: those that it came from, and all in which one of its addresses or
 * numbers is a value. Parameters: tenant, ids of leads, e-mail addresses in lower case, telephone numbers.
 */
export const DELETE_LEADS_OF = `
  delete from lead
   where tenant_id = $1 and ${IS_LEAD_OF}`;
