/**
 * The events of an endpoint's deliveries, each once, oldest first.
 * Parameters: tenant, endpoint, first id, the id after the last, status or null, limit.
 */
export const LIST_EVENTS = `
  select event_id as "eventId", event_type as "eventType", min(payload) as payload
  from webhook_delivery
  where tenant_id = $1 and endpoint_id = $2 and id >= $3 and id < $4 and ($5::text is null or status = $5)
  group by event_id, event_type order by min(id) limit $6`;
