/** Members of a tenant as they see each other. Parameters: tenant, ids of users. */
export const LIST_MEMBERS = `
  select u.id, u.name, a.email
    from membership m
    join user_account u on u.id = m.user_id
    join email_address a on a.user_id = u.id and a.is_primary
   where m.tenant_id = $1 and m.user_id = any ($2::text[])`;
