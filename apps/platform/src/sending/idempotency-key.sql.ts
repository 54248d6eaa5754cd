export const FIND_ANSWER = `
  select key, body_hash, response from idempotency_key
  where tenant_id = $1 and route = $2 and key = $3 and expires_at >= now()`;

export const LIST_ANSWERS = `
  select key, body_hash, response from idempotency_key
  where tenant_id = $1 and route = $2 and key = any($3::text[]) and expires_at >= now()`;

export const INSERT_KEY = `
  insert into idempotency_key as known (tenant_id, route, key, body_hash, response, expires_at)
  values ($1, $2, $3, $4, 'null', now() + interval '24 hours')
  on conflict (tenant_id, route, key) do update
    set body_hash = excluded.body_hash, created_at = now(), expires_at = excluded.expires_at
    where known.expires_at < now()`;

/** One statement, because the tenant's counters are locked by now: a further round trip would delay its other batches. */
export const FINISH_BATCH = {
  name: 'finish-batch',
  text: `
    with kept as (
      update idempotency_key set response = $4::jsonb where tenant_id = $1 and route = $2 and key = $3
    )
    insert into usage_counter as total (tenant_id, period, api_calls)
    select $1, to_char(now() at time zone 'UTC', 'YYYY-MM'), 1 where $5::boolean
    on conflict (tenant_id, period) do update set api_calls = total.api_calls + 1, updated_at = now()`,
};

export const DELETE_EXPIRED = `
  delete from idempotency_key where ctid = any (array(
    select ctid from idempotency_key where expires_at < now() limit $1))`;
