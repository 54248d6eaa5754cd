/** Keys whose signatures mailboxes verify. Parameters: tenant, addresses in lower case. */
export const DELETE_KEYS_OF_OTHERS = `
  delete from pgp_key
   where tenant_id = $1 and email = any ($2::text[]) and not is_own
     and mailbox_id in (select id from mailbox where tenant_id = $1)`;
