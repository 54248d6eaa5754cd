/** Statements for ClickHouse. It has no row-level security: every statement that reads or deletes rows names the tenant. */

const TIME = `DateTime64(3, 'UTC')`;

/**
 * Rows of the tenant that the plan still keeps: Postgres drops them by the day, ClickHouse when it merges. A later row of an event
 * replaces an earlier one, which `final` sees before the merge.
 */
const KEPT = `from event final
  where tenant_id = {tenant:String} and toDate(at) + kept_days >= {today:Date}`;

/** An event is in one partition, whatever is written of it. */
const BY_PARTITION = `settings do_not_merge_across_partitions_select_final = 1`;

const LISTED = `toString(id) as id, toString(session_id) as "sessionId", toUnixTimestamp64Milli(at) as "atMs", kind, page_id as "pageId",
  variant, path, x, y, depth, name, value, extra`;

/** Newest events of people. Parameters: tenant, today, from, until, page (may be null), limit. */
export const LIST_NEWEST = `
  select ${LISTED} ${KEPT}
    and at >= {from:${TIME}} and at < {until:${TIME}} and not is_bot
    and ({page:Nullable(String)} is null or page_id = {page:Nullable(String)})
  order by event.at desc, toString(event.id) desc
  limit {limit:UInt32} ${BY_PARTITION}`;

/** The first events of a session. Parameters: tenant, today, from, until, session, limit. */
export const LIST_OF_SESSION = `
  select ${LISTED} ${KEPT}
    and at >= {from:${TIME}} and at < {until:${TIME}} and session_id = {session:UUID}
  order by event.at, toString(event.id)
  limit {limit:UInt32} ${BY_PARTITION}`;

/** Days that have events. Parameters: tenant, today, from, until. */
export const LIST_DAYS = `
  select toString(toDate(at)) as day ${KEPT} and at >= {from:${TIME}} and at < {until:${TIME}}
  group by day order by day ${BY_PARTITION}`;

/** Events by time. Parameters: tenant, today, time and id behind which they begin, until, limit. */
export const READ_SLICE = `
  select ${LISTED}, tenant_id as "tenantId", visitor_id as "visitorId", kept_days as "keptDays", is_bot as "isBot",
         toUnixTimestamp64Milli(received_at) as "receivedMs"
  ${KEPT}
    and at >= {from:${TIME}} and at < {until:${TIME}} and (at > {from:${TIME}} or toString(event.id) > {after:String})
  order by event.at, toString(event.id)
  limit {limit:UInt32} ${BY_PARTITION}`;

/** Parameters: tenant. */
export const COUNT_EVENTS = `select toFloat64(count()) as count from event where tenant_id = {tenant:String}`;

/** Parameters: tenant. */
export const DELETE_TENANT = `delete from event where tenant_id = {tenant:String}`;

/** Parameters: tenant, sessions. */
export const DELETE_SESSIONS = `
  delete from event where tenant_id = {tenant:String} and session_id in {sessions:Array(UUID)}`;

/** Takes deleted rows from the disk, which reads leave out already. */
export const APPLY_DELETIONS = `alter table event apply deleted mask`;

export const CREATE_VERSIONS = `
  create table if not exists event_schema (version UInt32, at DateTime default now())
  engine = ReplacingMergeTree order by version`;

/** The last version of the schema; 0 if there is none. */
export const FIND_VERSION = `select max(version) as version from event_schema`;

/** Parameters: version. */
export const INSERT_VERSION = `insert into event_schema (version) values ({version:UInt32})`;

/**
 * Versions of the schema, from 1. Statements may be run again: ClickHouse has no transaction over them. The key has what is the same
 * whenever a batch is written, so that a row written twice is one; the plan of the tenant says when a row goes.
 */
export const SCHEMA_VERSIONS: readonly (readonly string[])[] = [
  [
    `create table if not exists event (
       tenant_id LowCardinality(String),
       session_id UUID,
       at ${TIME} codec(Delta, ZSTD),
       id UUID codec(ZSTD),
       kept_days UInt16,
       visitor_id Nullable(String) codec(ZSTD),
       kind LowCardinality(String),
       page_id LowCardinality(String),
       variant LowCardinality(Nullable(String)),
       path String codec(ZSTD),
       x Nullable(Int16),
       y Nullable(Int16),
       depth Nullable(Int16),
       name Nullable(String) codec(ZSTD),
       value Nullable(Float64),
       extra Nullable(String) codec(ZSTD),
       is_bot Bool,
       received_at ${TIME} codec(Delta, ZSTD),
       index event__session session_id type bloom_filter(0.001) granularity 1
     )
     engine = ReplacingMergeTree(received_at)
     partition by toDate(at)
     order by (tenant_id, at, id)
     ttl toDate(at) + toIntervalDay(kept_days + 1)
     settings non_replicated_deduplication_window = 10000`,
  ],
];
