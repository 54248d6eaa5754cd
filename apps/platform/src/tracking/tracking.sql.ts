import { prepared } from '#libs/core/persistence';

/**
 * Recent opens and clicks of some messages, mostly none. The ids of events and messages are separate conditions, so that
 * Postgres reads these messages only, whatever its estimates.
 * Parameters: tenant, messages, first id, the id after the last, types.
 */
export const LIST_RECENT = prepared(
  'recent-readings',
  `
  select message_id as "messageId", type, occurred_at as "occurredAt",
         (detail->'Machine')::boolean as machine, detail->>'Url' as url
  from message_event
  where tenant_id = $1 and message_id = any($2::text[]) and id >= $3 and id < $4 and type = any($5::text[])`,
);

/**
 * The messages that readers have opened or clicked before.
 * Parameters: tenant, messages, first id, the id after the last, types.
 */
export const LIST_READ = prepared(
  'read-messages',
  `
  select distinct message_id as "messageId", type from message_event
  where tenant_id = $1 and message_id = any($2::text[]) and id >= $3 and id < $4 and type = any($5::text[])
    and detail->>'Machine' = 'false'`,
);
