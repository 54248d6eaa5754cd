/**
 * Parameters: tenant, event ids, type, sender. Returns the ids of events that are new. Two batches insert in one order, so that
 * neither waits for the other in turn.
 */
export const INSERT_RECEIVED = `
  insert into app_event_received (tenant_id, id, type, sender)
  select $1, id, $3, $4 from unnest($2::uuid[]) as given (id) order by id
  on conflict do nothing returning id`;

/** Parameters: age as an interval. */
export const DELETE_RECEIVED = `delete from app_event_received where received_at < now() - $1::interval`;
