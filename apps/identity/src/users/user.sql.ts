import { prepared, type PreparedStatement } from '#libs/core/persistence';

/** A login takes two statements; this is the first. Parameters: the address. */
export const FIND_BY_LOGIN: PreparedStatement = prepared(
  'user-by-login',
  `select u.id, login.email, u.password_hash as "passwordHash", u.status,
                exists (select from totp t where t.user_id = u.id and t.confirmed_at is not null) as "twoFactor"
           from email_address a join user_account u on u.id = a.user_id
           join email_address login on login.user_id = u.id and login.is_primary
          where a.email = $1 and (a.is_primary or a.logs_in)`,
);

/** Read by each `GET /api/auth/me`. Parameters: the id. */
export const FIND_PROFILE: PreparedStatement = prepared(
  'user-profile',
  `select u.id, u.name, u.is_operator as operator, u.created_at as "createdAt",
                coalesce(u.chosen_language, u.language) as language, u.chosen_language as "chosenLanguage",
                u.time_zone as "timeZone",
                coalesce((select jsonb_agg(jsonb_build_object('id', a.id, 'email', a.email, 'primary', a.is_primary,
                                                     'verified', a.verified_at is not null)
                                  order by a.is_primary desc, a.id)
                   from email_address a where a.user_id = u.id), '[]') as addresses
           from user_account u where u.id = $1`,
);

/** Parameters: a primary address, in lower case. */
export const MAKE_OPERATOR = `
  update user_account u set is_operator = true
    from email_address a
   where a.user_id = u.id and a.is_primary and a.email = $1 and a.verified_at is not null and u.status = 'active'
  returning u.id, a.id as "addressId", u.password_hash <> '' as "hasPassword"`;

/** Deletes an address that a user only claims. Parameters: the address. */
export const FREE_ADDRESS = `delete from email_address where email = $1 and not is_primary and verified_at is null`;

/** Adds a user without a password, unless one has the address. Parameters: the id, the address. */
export const ADD_FIRST_USER = `
  insert into user_account (id, name, password_hash, status)
  select $1, '', '', 'active' where not exists (select from email_address where email = $2)`;

/** Parameters: the id, the user, the address. */
export const ADD_FIRST_ADDRESS = `
  insert into email_address (id, user_id, email, is_primary, verified_at) values ($1, $2, $3, true, now())`;

/** Parameters: the hash of the token, the user, the address' id, hours. */
export const ADD_PASSWORD_LINK = `
  insert into link_token (token_hash, purpose, user_id, address_id, expires_at)
  values ($1, 'password-reset', $2, $3, now() + make_interval(hours => $4::int))`;
