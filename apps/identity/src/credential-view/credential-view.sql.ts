import type { KeyHashView, KeyView, SessionView, TenantView, UserView, ViewEntry, ViewKind } from '#libs/core/auth';
import { maybe, type SqlExecutor } from '#libs/core/persistence';
import type { KeyKind } from '../api-keys/api-key.entity.js';
import { scopesInForce } from '../api-keys/scopes.js';
import { EFFECTIVE_STATUS, TENANTS_WITH_DELETION } from '../tenants/tenant.sql.js';

type Finder<K extends ViewKind> = (tx: SqlExecutor, name: string) => Promise<ViewEntry<K>>;

const FINDERS: { [K in ViewKind]: Finder<K> } = {
  key: findKey,
  keyHash: findKeyHash,
  tenant: findTenant,
  session: findSession,
  user: findUser,
};

/** The entry of the credential view for a credential as the database has it now; null if unknown or revoked. */
export function findViewEntry<K extends ViewKind>(tx: SqlExecutor, kind: K, name: string): Promise<ViewEntry<K>> {
  return FINDERS[kind](tx, name);
}

async function findKey(tx: SqlExecutor, hash: string): Promise<ViewEntry<'key'>> {
  const row = await maybe<Omit<KeyView, 'expiresAt'> & { kind: KeyKind; expiresAt: Date | null }>(
    tx,
    `select id as "keyId", tenant_id as "tenantId", scopes, environment, kind, expires_at as "expiresAt"
       from api_key where secret_hash = $1 and revoked_at is null`,
    [hash],
  );
  if (!row) return null;
  const { kind, expiresAt, ...key } = row;
  return { ...key, scopes: scopesInForce(kind, key.scopes), expiresAt: expiresAt && expiresAt.toISOString() };
}

/** A revoked key has one, too: its own entry says that it was revoked. */
async function findKeyHash(tx: SqlExecutor, id: string): Promise<ViewEntry<'keyHash'>> {
  return (await maybe<KeyHashView>(tx, 'select secret_hash as hash from api_key where id = $1', [id])) ?? null;
}

async function findTenant(tx: SqlExecutor, id: string): Promise<ViewEntry<'tenant'>> {
  const tenant = await maybe<Omit<TenantView, 'deletesAt'> & { deletesAt: Date | null }>(
    tx,
    `select t.id, t.slug, t.name, ${EFFECTIVE_STATUS} as status, t.plan, t.products, d.due_at as "deletesAt"
       from ${TENANTS_WITH_DELETION} where t.id = $1`,
    [id],
  );
  if (!tenant) return null;
  const { deletesAt, ...view } = tenant;
  return { ...view, ...(deletesAt && { deletesAt: deletesAt.toISOString() }) };
}

/** A user's session, or an operator's support session, which is bound to one tenant. */
async function findSession(tx: SqlExecutor, id: string): Promise<ViewEntry<'session'>> {
  const row = await maybe<Omit<SessionView, 'expiresAt' | 'support'> & Support & { expiresAt: Date }>(
    tx,
    `select id as "sessionId", user_id as "userId", expires_at as "expiresAt", null::jsonb as support
       from session where id = $1 and revoked_at is null and expires_at > now()
     union all
     select id, operator_id, expires_at, jsonb_build_object('tenantId', tenant_id, 'parentSessionId', parent_session_id)
       from support_session where id = $1 and ended_at is null and expires_at > now()`,
    [id],
  );
  if (!row) return null;
  const { support, expiresAt, ...session } = row;
  return { ...session, expiresAt: expiresAt.toISOString(), ...(support && { support }) };
}

interface Support {
  support: SessionView['support'] | null;
}

async function findUser(tx: SqlExecutor, id: string): Promise<ViewEntry<'user'>> {
  const user = await maybe<UserView>(
    tx,
    `select u.id as "userId", a.email, u.status = 'active' as active, u.is_operator as operator,
            exists (select from email_address v where v.user_id = u.id and v.verified_at is not null) as verified,
            exists (select from totp t where t.user_id = u.id and t.confirmed_at is not null) as "secondFactor",
            coalesce((select jsonb_agg(jsonb_build_object('tenantId', t.id, 'slug', t.slug, 'role', m.role)
                                       order by m.joined_at, t.id)
                        from membership m join tenant t on t.id = m.tenant_id
                       where m.user_id = u.id), '[]') as memberships
       from user_account u join email_address a on a.user_id = u.id and a.is_primary
      where u.id = $1`,
    [id],
  );
  return user ?? null;
}
