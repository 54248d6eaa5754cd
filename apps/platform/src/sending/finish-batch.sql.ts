/**
 * Parameters: tenant, route, key, answer as JSON, whether the call counts.
 *
 * One statement, because the tenant's counters are locked by now: a further round trip would delay its other batches.
 */
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
