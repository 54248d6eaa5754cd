/** Statements that delete expired rows: at most $1 each, without those that others have locked. */
export const PURGE_STATEMENTS: Record<string, string> = {
  // A day later: longer than the credential view remembers that a session has ended.
  sessions: deleteWhere('session', 'id', `least(expires_at, revoked_at) < now() - interval '1 day'`),
  'pending logins': deleteWhere('pending_login', 'user_id', 'expires_at < now()'),
  // A month later: until then a late visitor is told that the link is too old.
  'link tokens': deleteWhere('link_token', 'token_hash', `expires_at < now() - interval '30 days'`),
  'OpenID Connect artifacts': deleteWhere('oidc_artifact', 'kind, id_hash', 'expires_at < now()'),
};

function deleteWhere(table: string, key: string, condition: string): string {
  return `delete from ${table} where (${key}) in
    (select ${key} from ${table} where ${condition} limit $1 for update skip locked)`;
}
