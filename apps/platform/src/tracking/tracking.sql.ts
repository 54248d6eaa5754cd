/**
 * Opens and clicks that were recorded of some messages lately, mostly none. The ids of events and messages are
 * conditions of their own, so that Postgres reads these messages and no others, whatever it believes of the tenant.
 * Parameters: tenant, messages, first id, the id after the last, types.
 */
export const LIST_RECENT = `
  select message_id as "messageId", type, occurred_at as "occurredAt",
         (detail->'Machine')::boolean as machine, detail->>'Url' as url
  from message_event
  where tenant_id = $1 and message_id = any($2::text[]) and id >= $3 and id < $4 and type = any($5::text[])`;
