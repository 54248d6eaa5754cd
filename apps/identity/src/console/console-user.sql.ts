const USER = `
  select u.id, u.name, u.status, u.is_operator as operator, u.created_at as "createdAt",
         array(select a.email from email_address a where a.user_id = u.id order by a.is_primary desc, a.id) as emails,
         array(select m.tenant_id from membership m where m.user_id = u.id order by m.tenant_id) as "tenantIds"
    from user_account u`;

/** Parameters: the id. */
export const FIND_USER = `${USER} where u.id = $1`;

/** An address is of one user at most. Parameters: an address, in lower case. */
export const FIND_USER_BY_EMAIL = `${USER} where u.id = (select user_id from email_address where email = $1)`;

/**
 * Users with an address that has a part, the best known first: those whose address begins with it. Parameters: the part as a pattern, the
 * part, limit.
 */
export const SEARCH_USERS = `${USER}
  join (
    select user_id, min(position($2 in email)) as place from email_address where email like $1
    group by user_id order by place, user_id limit $3
  ) found on found.user_id = u.id
  order by found.place, u.id`;

/** Confirmed primary addresses of the operators who may sign in, the oldest accounts first. */
export const OPERATOR_EMAILS = `
  select a.email from user_account u join email_address a on a.user_id = u.id
   where u.is_operator and u.status = 'active' and a.is_primary and a.verified_at is not null
   order by u.created_at, u.id limit 20`;
