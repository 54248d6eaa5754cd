/** Webhooks that name a message or an address. Parameters: tenant, texts. */
export const DELETE_DELIVERIES = `
  with gone as (
    delete from webhook_delivery
     where tenant_id = $1 and exists (select from unnest($2::text[]) as mine where position(mine in lower(payload)) > 0)
    returning tenant_id, id)
  delete from webhook_attempt a using gone where a.tenant_id = gone.tenant_id and a.delivery_id = gone.id`;
