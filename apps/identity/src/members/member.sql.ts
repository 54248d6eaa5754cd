/** Parameters: tenant, the user who does not count. */
export const COUNT_STAYING_OWNERS = `
  select count(*)::int as count from membership m
   where m.tenant_id = $1 and m.role = 'owner' and m.user_id <> $2
     and not exists (select from account_deletion a where a.user_id = m.user_id and a.restored_at is null)`;
