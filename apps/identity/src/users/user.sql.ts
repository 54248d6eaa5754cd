import type { PreparedStatement } from '#libs/persistence';

/** A login takes two statements; this is the first. Parameters: the address. */
export const FIND_BY_LOGIN: PreparedStatement = {
  name: 'user-by-login',
  text: `select u.id, login.email, u.password_hash as "passwordHash", u.status,
                exists (select from totp t where t.user_id = u.id and t.confirmed_at is not null) as "twoFactor"
           from email_address a join user_account u on u.id = a.user_id
           join email_address login on login.user_id = u.id and login.is_primary
          where a.email = $1 and (a.is_primary or a.logs_in)`,
};

/** Read by each `GET /api/auth/me`. Parameters: the id. */
export const FIND_PROFILE: PreparedStatement = {
  name: 'user-profile',
  text: `select u.id, u.name, u.is_operator as operator, u.created_at as "createdAt",
                coalesce((select jsonb_agg(jsonb_build_object('id', a.id, 'email', a.email, 'primary', a.is_primary,
                                                     'verified', a.verified_at is not null)
                                  order by a.is_primary desc, a.id)
                   from email_address a where a.user_id = u.id), '[]') as addresses
           from user_account u where u.id = $1`,
};

/** Parameters: a primary address, in lower case. */
export const MAKE_OPERATOR = `
  update user_account u set is_operator = true
    from email_address a
   where a.user_id = u.id and a.is_primary and a.email = $1 and a.verified_at is not null and u.status = 'active'
  returning u.id`;
