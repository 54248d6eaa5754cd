/** Events of a type that a tenant had in the last hour. Parameters: tenant, type. */
export const COUNT_RECENT = `
  select count(*)::int as count from app_event_received
   where tenant_id = $1 and type = $2 and received_at > now() - interval '1 hour'`;
