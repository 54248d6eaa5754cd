const COLUMNS = `id, session_id as "sessionId", at, kind, page_id as "pageId", variant, path, x, y, depth, name, value, extra`;

/** Newest events of people from $2 to before $3, of page $4 or of all. */
export const LIST_EVENTS = `
  select ${COLUMNS}
  from event
  where tenant_id = $1 and at >= $2 and at < $3 and not is_bot and ($4::text is null or page_id = $4)
  order by at desc, id desc
  limit $5`;

/** The first events of a session. */
export const LIST_SESSION_EVENTS = `
  select ${COLUMNS}
  from event
  where tenant_id = $1 and session_id = $2
  order by at, id
  limit $3`;
