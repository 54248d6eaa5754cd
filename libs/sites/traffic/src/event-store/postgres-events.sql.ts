import { entityColumns, RowParameters } from '#libs/core/persistence';
import { Event } from '../tables/event.entity.js';

export const EVENT_ROWS = new RowParameters<Event>(entityColumns(Event, { without: [] }));

const NAMES = EVENT_ROWS.names.join(', ');

/** Parameters: those of {@link EVENT_ROWS}. */
export const INSERT_EVENTS = `insert into event (${NAMES}) select ${NAMES} from ${EVENT_ROWS.sql(1)}`;

const LISTED = `id, session_id as "sessionId", at, kind, page_id as "pageId", variant, path, x, y, depth, name, value, extra`;

/** Newest events of people from $2 to before $3, of page $4 or of all. */
export const LIST_EVENTS = `
  select ${LISTED}
  from event
  where tenant_id = $1 and at >= $2 and at < $3 and not is_bot and ($4::text is null or page_id = $4)
  order by at desc, id desc
  limit $5`;

/** The first events of a session. */
export const LIST_SESSION_EVENTS = `
  select ${LISTED}
  from event
  where tenant_id = $1 and session_id = $2
  order by at, id
  limit $3`;

/** Events by time. Parameters: tenant, time and id behind which they begin, time before which they end, limit. */
export const READ_EVENTS = `
  select ${LISTED}, tenant_id as "tenantId", visitor_id as "visitorId", kept_days as "keptDays", is_bot as "isBot",
         received_at as "receivedAt"
  from event
  where tenant_id = $1 and at >= $2 and (at, id) > ($2, $3::uuid) and at < $4
  order by at, id
  limit $5`;

/** Parameters: tenant, sessions. */
export const DELETE_SESSION_EVENTS = `delete from event where tenant_id = $1 and session_id = any ($2::uuid[])`;

/** The time of a session. Parameters: tenant, session. */
export const FIND_SESSION_TIME = `
  select started_at as "startedAt", last_at as "lastAt" from session where tenant_id = $1 and id = $2`;
