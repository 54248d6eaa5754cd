import type { PreparedStatement } from '#libs/persistence';

/** A login takes two statements; this is the first. Parameters: the address. */
export const FIND_BY_LOGIN: PreparedStatement = {
  name: 'user-by-login',
  text: `select u.id, a.email, u.password_hash as "passwordHash", u.status,
                exists (select from totp t where t.user_id = u.id and t.confirmed_at is not null) as "twoFactor"
           from email_address a join user_account u on u.id = a.user_id
          where a.email = $1 and a.is_primary`,
};

/** Read by each `GET /api/auth/me`. Parameters: the id. */
export const FIND_PROFILE: PreparedStatement = {
  name: 'user-profile',
  text: `select u.id, u.name, u.is_operator as operator, u.created_at as "createdAt",
                (select jsonb_agg(jsonb_build_object('id', a.id, 'email', a.email, 'primary', a.is_primary,
                                                     'verified', a.verified_at is not null)
                                  order by a.is_primary desc, a.id)
                   from email_address a where a.user_id = u.id) as addresses
           from user_account u where u.id = $1`,
};
