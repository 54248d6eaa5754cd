import { IDEMPOTENCY_TTL } from './idempotency-schema.js';

/** Parameters: tenant, route, key. */
export const FIND_ANSWER = `
  select key, body_hash, response from idempotency_key
  where tenant_id = $1 and route = $2 and key = $3 and expires_at >= now()`;

/** The same, and locks the key until the transaction ends. */
export const LOCK_ANSWER = `${FIND_ANSWER} for update`;

/** Parameters: tenant, route, keys. */
export const LIST_ANSWERS = `
  select key, body_hash, response from idempotency_key
  where tenant_id = $1 and route = $2 and key = any($3::text[]) and expires_at >= now()`;

/** Parameters: tenant, route, key, hash of the body. Takes over a key that has expired. */
export const INSERT_KEY = `
  insert into idempotency_key as known (tenant_id, route, key, body_hash, response, expires_at)
  values ($1, $2, $3, $4, 'null', now() + ${IDEMPOTENCY_TTL})
  on conflict (tenant_id, route, key) do update
    set body_hash = excluded.body_hash, created_at = now(), expires_at = excluded.expires_at
    where known.expires_at < now()`;

/** Parameters: tenants, routes, keys, hashes of the bodies, answers as JSON. Returns those that no other call has. */
export const INSERT_KEYS = `
  insert into idempotency_key as known (tenant_id, route, key, body_hash, response, expires_at)
  select tenant_id, route, key, body_hash, response, now() + ${IDEMPOTENCY_TTL}
    from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::jsonb[])
         as call (tenant_id, route, key, body_hash, response)
   order by tenant_id, route, key
  on conflict (tenant_id, route, key) do update
    set body_hash = excluded.body_hash, response = excluded.response, created_at = now(), expires_at = excluded.expires_at
    where known.expires_at < now()
  returning tenant_id as "tenantId", route, key`;

/** Parameters: tenant, route, key, answer as JSON. */
export const KEEP_ANSWER = `
  update idempotency_key set response = $4::jsonb where tenant_id = $1 and route = $2 and key = $3`;

/** Parameters: tenant, route, key. */
export const DELETE_KEY = `delete from idempotency_key where tenant_id = $1 and route = $2 and key = $3`;

/** Parameters: keys at most. */
export const DELETE_EXPIRED = `
  delete from idempotency_key where ctid = any (array(
    select ctid from idempotency_key where expires_at < now() limit $1))`;

/** Deletes answers that name one of the texts, which are in lower case. Parameters: tenant, texts. */
export const DELETE_ANSWERS_NAMING = `
  delete from idempotency_key
   where tenant_id = $1 and exists (select from unnest($2::text[]) as mine where position(mine in lower(response::text)) > 0)`;
