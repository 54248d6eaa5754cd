/** Parameters: tenant, address, whether it is suppressed, time. Changes no row for an event that was overtaken. */
export const UPSERT_CRM_CONSENT = `
  insert into consent_notice (tenant_id, address, suppressed, occurred_at) values ($1, $2, $3, $4)
  on conflict (tenant_id, address) do update
    set suppressed = excluded.suppressed, occurred_at = excluded.occurred_at
    where consent_notice.occurred_at <= excluded.occurred_at`;
