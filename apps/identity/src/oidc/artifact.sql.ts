/**
 * Inserts an artifact or replaces its payload; one without a session of its own takes that of its grant. Parameters: kind,
 * id, payload, grant, uid, user code, session, seconds until it expires.
 */
export const UPSERT = `
  insert into oidc_artifact
         (kind, id_hash, sealed_payload, grant_hash, uid_hash, user_code_hash, session_id, expires_at)
  values ($1, $2, $3, $4, $5, $6,
          coalesce($7, (select session_id from oidc_artifact where kind = 'Grant' and id_hash = $4)),
          now() + $8 * interval '1 second')
  on conflict (kind, id_hash) do update
     set sealed_payload = excluded.sealed_payload, session_id = excluded.session_id,
         expires_at = excluded.expires_at, uid_hash = excluded.uid_hash, grant_hash = excluded.grant_hash`;

/** The newest artifact by one of its hashes, unless it expired or its session ended. Parameters: kind, hash. */
export const findBy = (column: 'id_hash' | 'uid_hash' | 'user_code_hash'): string => `
  select a.sealed_payload as sealed, a.consumed_at as "consumedAt"
    from oidc_artifact a left join session s on s.id = a.session_id
   where a.kind = $1 and a.${column} = $2 and (a.expires_at is null or a.expires_at > now())
     and (a.session_id is null or (s.revoked_at is null and s.expires_at > now()))
   order by a.created_at desc limit 1`;

/** The payload of an artifact, unless it expired. Parameters: kind, id. */
export const SEALED_PAYLOAD = `
  select sealed_payload as sealed from oidc_artifact
   where kind = $1 and id_hash = $2 and (expires_at is null or expires_at > now())`;

/** Replaces the payload of an artifact that still has another. Parameters: kind, id, payload, seconds until it expires, the other. */
export const REPLACE = `
  update oidc_artifact set sealed_payload = $3, expires_at = now() + $4 * interval '1 second'
   where kind = $1 and id_hash = $2 and sealed_payload = $5
   returning kind`;
