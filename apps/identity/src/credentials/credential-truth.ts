import type { CredentialViews, KeyView, SessionView, TenantView, UserView, ViewEntry, ViewKind } from '#libs/auth';
import type { Executor } from '../database/system-database.js';

type Reader<K extends ViewKind> = (db: Executor, name: string) => Promise<ViewEntry<K>>;

const READERS: { [K in ViewKind]: Reader<K> } = {
  key: readKey,
  tenant: readTenant,
  session: readSession,
  user: readUser,
};

/** What the database says of a credential now; null where there is none, or where it was revoked. */
export function readTruth<K extends ViewKind>(db: Executor, kind: K, name: string): Promise<ViewEntry<K>> {
  return READERS[kind](db, name);
}

async function readKey(db: Executor, hash: string): Promise<ViewEntry<'key'>> {
  const key = await first<KeyView & { expiresAt: Date | null }>(
    db,
    `select id as "keyId", tenant_id as "tenantId", scopes, environment, expires_at as "expiresAt"
       from api_key where secret_hash = $1 and revoked_at is null`,
    hash,
  );
  return key && { ...key, expiresAt: key.expiresAt && key.expiresAt.toISOString() };
}

function readTenant(db: Executor, id: string): Promise<ViewEntry<'tenant'>> {
  return first<TenantView>(db, `select id, slug, name, status, plan, products from tenant where id = $1`, id);
}

async function readSession(db: Executor, id: string): Promise<ViewEntry<'session'>> {
  const session = await first<SessionView & { expiresAt: Date }>(
    db,
    `select id as "sessionId", user_id as "userId", expires_at as "expiresAt"
       from session where id = $1 and revoked_at is null and expires_at > now()`,
    id,
  );
  if (!session) return readSupportSession(db, id);
  return { ...session, expiresAt: session.expiresAt.toISOString() };
}

/** An operator's session in a tenant is known under the same names, and bound to that tenant. */
async function readSupportSession(db: Executor, id: string): Promise<ViewEntry<'session'>> {
  const session = await first<SessionView & { expiresAt: Date }>(
    db,
    `select id as "sessionId", operator_id as "userId", expires_at as "expiresAt",
            jsonb_build_object('tenantId', tenant_id, 'parentSessionId', parent_session_id) as support
       from support_session where id = $1 and ended_at is null and expires_at > now()`,
    id,
  );
  return session && { ...session, expiresAt: session.expiresAt.toISOString() };
}

function readUser(db: Executor, id: string): Promise<ViewEntry<'user'>> {
  return first<UserView>(
    db,
    `select u.id as "userId", a.email, u.status = 'active' as active, u.is_operator as operator,
            coalesce((select jsonb_agg(jsonb_build_object('tenantId', t.id, 'slug', t.slug, 'role', m.role)
                                       order by m.joined_at, t.id)
                        from membership m join tenant t on t.id = m.tenant_id
                       where m.user_id = u.id), '[]') as memberships
       from user_account u join email_address a on a.user_id = u.id and a.is_primary
      where u.id = $1`,
    id,
  );
}

async function first<T extends CredentialViews[ViewKind]>(db: Executor, sql: string, name: string): Promise<T | null> {
  const { rows } = (await db.query(sql, [name])) as { rows: T[] };
  return rows[0] ?? null;
}
