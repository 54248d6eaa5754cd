/** Parameters: tenant, address, whether it is suppressed, time. Changes no row for an event that was overtaken. */
export const UPSERT_CRM_CONSENT = `
  insert into consent_notice (tenant_id, address, suppressed, occurred_at) values ($1, $2, $3, $4)
  on conflict (tenant_id, address) do update
    set suppressed = excluded.suppressed, occurred_at = excluded.occurred_at
    where consent_notice.occurred_at <= excluded.occurred_at`;

/**
 * Forgets what is known of the consents of addresses; returns those that consented after the erasure, which stay known.
 * Parameters: tenant, addresses and numbers, when the contact was erased.
 */
export const DELETE_NOTICES = `
  with fresh as (
    select address from consent_notice
     where tenant_id = $1 and address = any ($2::text[]) and not suppressed and occurred_at > $3
  ), gone as (
    delete from consent_notice
     where tenant_id = $1 and address = any ($2::text[]) and address not in (select address from fresh)
  )
  select address from fresh`;
