/** The tenants of which a user is the only owner. Parameters: the user. */
export const SOLE_OWNED_TENANTS = `
  select m.tenant_id as id from membership m
   where m.user_id = $1 and m.role = 'owner'
     and not exists (select from membership o
                      where o.tenant_id = m.tenant_id and o.role = 'owner' and o.user_id <> m.user_id)`;

/**
 * Revokes the keys that a user created, and every key of the tenants of which the user is the only owner. Parameters: the
 * user, the time of the first key (null: all).
 */
export const REVOKE_KEYS = `
  update api_key k set revoked_at = now()
   where k.revoked_at is null and ($2::timestamptz is null or k.created_at >= $2)
     and k.tenant_id in (select tenant_id from membership where user_id = $1)
     and (k.created_by = $1 or k.tenant_id in (${SOLE_OWNED_TENANTS}))
  returning k.id, k.tenant_id as "tenantId", k.secret_hash as "secretHash", k.name, k.kind, k.prefix, k.scopes,
            k.environment, k.expires_at as "expiresAt"`;

/** Revokes the open invitations of a user. Parameters: the user, the time of the first one (null: all). */
export const REVOKE_INVITATIONS = `
  update invitation i set revoked_at = now()
   where i.invited_by = $1 and i.accepted_at is null and i.revoked_at is null
     and ($2::timestamptz is null or i.created_at >= $2)
     and i.tenant_id in (select tenant_id from membership where user_id = $1)`;

/** Deletes grants, tokens and browser states of the user's sessions but one. Parameters: the user, that session or null. */
export const DELETE_ARTIFACTS = `
  delete from oidc_artifact where session_id in
    (select id from session where user_id = $1 and id is distinct from $2)`;
