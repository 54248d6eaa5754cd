/** Looks into what each mailbox has answered, by the primary key. Parameters: tenant, addresses in lower case. */
export const DELETE_VACATION_REPLIES = `
  delete from vacation_reply
   where tenant_id = $1 and address = any ($2::text[])
     and mailbox_id in (select id from mailbox where tenant_id = $1)`;
