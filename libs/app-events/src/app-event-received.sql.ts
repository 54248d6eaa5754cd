/** Parameters: tenant, event id, type, sender. */
export const INSERT_RECEIVED = `
  insert into app_event_received (tenant_id, id, type, sender) values ($1, $2, $3, $4) on conflict do nothing`;

/** Parameters: age as an interval. */
export const DELETE_RECEIVED = `delete from app_event_received where received_at < now() - $1::interval`;
