/** The active endpoints that want events of at least one of some types. Parameters: tenant, types. */
export const LIST_SUBSCRIBERS = `
  select id, environment, events, format from webhook_endpoint where tenant_id = $1 and active and events && $2::text[]`;

/** Parameters: tenant, endpoint, its first and last delivery. */
export const SET_REPLAY = `
  update webhook_endpoint set replay_first = $3, replay_last = $4 where tenant_id = $1 and id = $2`;
