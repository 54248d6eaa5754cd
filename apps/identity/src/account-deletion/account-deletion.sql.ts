/**
 * The tenants of which a user is the only owner that stays, how many members each has, without those that are being deleted.
 * Parameters: the user.
 */
export const LIST_LEFT_BEHIND = `
  select t.id, t.name, (select count(*)::int from membership o where o.tenant_id = t.id) as members
    from membership m join tenant t on t.id = m.tenant_id
   where m.user_id = $1 and m.role = 'owner'
     and not exists (select from tenant_deletion d where d.tenant_id = t.id)
     and not exists (select from membership o left join account_deletion a on a.user_id = o.user_id and a.restored_at is null
                      where o.tenant_id = t.id and o.role = 'owner' and o.user_id <> m.user_id and a.user_id is null)
   order by t.id`;

/** Tenants that a user owns, in the order in which they are locked. Parameters: the user. */
export const LIST_OWNED = `select tenant_id as id from membership where user_id = $1 and role = 'owner' order by 1`;

/** Accounts with a tenant that is to go with them and is not being deleted yet. Parameters: limit. */
export const LIST_UNFINISHED = `
  select user_id as "userId" from account_deletion a
   where restored_at is null
     and exists (select from unnest(tenant_ids) as t (id)
                  where not exists (select from tenant_deletion d where d.tenant_id = t.id))
   order by due_at limit $1`;

/** Postpones the deletion of an account by a day. Parameters: the user. */
export const POSTPONE = `update account_deletion set due_at = now() + interval '1 day' where user_id = $1`;

/** Accounts whose grace is over. Parameters: limit. */
export const LIST_DUE = `
  select user_id as "userId" from account_deletion
   where restored_at is null and due_at <= now() order by due_at limit $1`;

/** A row if the grace of an account is over and its user is not back, as {@link LIST_DUE} asks. Parameters: the user. */
export const IS_DUE = `
  select true as due from account_deletion where user_id = $1 and restored_at is null and due_at <= now()`;

/** Accounts whose users are back. Parameters: limit. */
export const LIST_RESTORED = `
  select user_id as "userId" from account_deletion where restored_at is not null order by restored_at limit $1`;

/** Locks a user against a sign-in. Parameters: the user. */
export const LOCK_USER = `select id from user_account where id = $1 for update`;

/** Memberships of a user, in the order of the tenants. Parameters: the user. */
export const LIST_MEMBERSHIPS = `
  select tenant_id as "tenantId", role from membership where user_id = $1 order by tenant_id`;

/** Deletes a user and, by cascade, addresses, secrets, sessions and memberships. Parameters: the user. */
export const DELETE_USER = `delete from user_account where id = $1`;
