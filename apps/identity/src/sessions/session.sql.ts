import { auditClause } from '#libs/core/audit';
import { prepared, type PreparedStatement } from '#libs/core/persistence';

/**
 * Opens a session; a login takes two statements, and this is the second. It locks the user as a change of the password
 * does: a session opens either before such a change, which then ends it, or not at all. It ends the surplus of the user's
 * sessions, and records that for the credential view and in the audit log. A user who deletes their account has it back.
 *
 * Parameters: id, user, expiry, IP address, user agent, sessions that may stay open besides, client, password hash (null:
 * any), the session that opens it and must be open (null: none); then those of the audit log.
 */
export const OPEN_SESSION: PreparedStatement = prepared(
  'open-session',
  `with owner as materialized (
      select id from user_account where id = $2 and password_hash = coalesce($8, password_hash) for share),
    opener as materialized (
      select id from session where id = $9 and revoked_at is null and expires_at > now() for share),
    allowed as (select id from owner where $9::text is null or exists (select from opener)),
    surplus as (
      update session set revoked_at = now() where id in (
        select id from session where user_id = (select id from allowed) and revoked_at is null and expires_at > now()
         order by last_seen_at desc, id desc offset $6)
      returning id),
    opened as (
      insert into session (id, user_id, expires_at, ip, user_agent, client_id)
      select $1, id, $3, $4, $5, $7 from allowed returning id),
    restored as (
      update account_deletion set restored_at = now() where user_id = (select id from allowed) and restored_at is null),
    noted as (insert into view_change (kind, name) select 'session', id from surplus),
    audited as (${auditClause('opened', 9)})
    select exists (select from opened) as opened, array(select id from surplus) as surplus`,
);

/**
 * Records when sessions were last seen. It moves no time back, because reports of several processes come in any order, and
 * it locks rows in the order of their ids, so that two reports cannot deadlock. Parameters: ids, times.
 */
export const UPDATE_LAST_SEEN = `
  with used as (select id, max(at) as at from unnest($1::text[], $2::timestamptz[]) as one (id, at) group by id),
       due as (select s.id, u.at from session s join used u on u.id = s.id and s.last_seen_at < u.at
                order by s.id for no key update of s)
  update session s set last_seen_at = greatest(s.last_seen_at, due.at) from due where s.id = due.id`;
