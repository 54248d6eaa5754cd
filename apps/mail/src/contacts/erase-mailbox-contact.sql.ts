/** Looks into the address book of each mailbox, by its index of addresses. Parameters: tenant, addresses in lower case. */
export const DELETE_FROM_ADDRESS_BOOKS = `
  delete from mailbox_contact
   where tenant_id = $1 and email_key = any ($2::text[])
     and mailbox_id in (select id from mailbox where tenant_id = $1)`;
