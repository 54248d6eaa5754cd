import { systemAccessSql, tenantPolicySql } from '#libs/core/persistence';

/** The tables of this lib, in the order in which they are made. */
export const REPLAY_TABLES = ['replay_session', 'replay_chunk'] as const;

/** Days that a recording is kept after the one on which it began. */
export const REPLAY_KEPT_DAYS = 30;

/**
 * SQL for recordings: the runtime writes them, Pages shows them. The default partitions take no row, because a recording would outlive its
 * time there: whoever writes makes the partition of a day that has none.
 */
export function replayTablesSql(app: string): string[] {
  return [
    `create table replay_session (
       tenant_id text not null,
       day date not null,
       id uuid not null,
       sealed_key text not null,
       session_id text collate "C",
       visitor_id text collate "C" not null,
       page_id text collate "C" not null,
       address text,
       started_at timestamptz(3) not null,
       last_at timestamptz(3) not null,
       first_event_at bigint not null,
       last_event_at bigint not null,
       chunks integer not null,
       events integer not null,
       bytes integer not null,
       constraint replay_session__pk primary key (tenant_id, id, day)
     ) partition by range (day)`,
    `create index replay_session__started_at__ix on replay_session (tenant_id, started_at, id)`,
    `create index replay_session__visitor__ix on replay_session (tenant_id, visitor_id)`,
    `create table replay_chunk (
       tenant_id text not null,
       day date not null,
       replay_id uuid not null,
       load_id uuid not null,
       sequence integer not null,
       first_event_at bigint not null,
       last_event_at bigint not null,
       events integer not null,
       bytes integer not null,
       content bytea not null,
       regions bytea not null,
       created_at timestamptz(3) not null default now(),
       constraint replay_chunk__pk primary key (tenant_id, replay_id, day, load_id, sequence)
     ) partition by range (day)`,
    ...REPLAY_TABLES.map(
      (table) =>
        `create table ${table}_default partition of ${table} (constraint ${table}_default__empty__ck check (false)) default`,
    ),
    ...REPLAY_TABLES.flatMap((table) => tenantPolicySql(table, app)),
    ...systemAccessSql('replay_session', app, ['select']),
    ...dayFunctionsSql(app),
  ];
}

/** Content is compressed and sealed: Postgres would try in vain to compress it again. */
const AS_IT_IS = `alter table %I alter column content set storage external, alter column regions set storage external`;

/**
 * SQL for `add_replay_day(day)` and `drop_replay_day(day)`, which the system role calls. They run with the owner's rights, on the tables
 * of recordings alone. Dropping fails for a day whose time is not over. Both give up after 30 ms without a lock, because later queries
 * would wait behind them.
 */
function dayFunctionsSql(app: string): string[] {
  const settings = `language plpgsql security definer set search_path = public, pg_temp
    set lock_timeout = '30ms' set timezone = 'UTC'`;
  const tables = REPLAY_TABLES.map((table) => `'${table}'`).join(', ');
  return [
    `create function add_replay_day(day date) returns void ${settings} as $$
     declare parent text; name text;
     begin
       foreach parent in array array[${tables}] loop
         name := parent || to_char(day, '_YYYY_MM_DD');
         if to_regclass(name) is null then
           execute format('create table %I partition of %I for values from (%L) to (%L)', name, parent, day, day + 1);
           if parent = 'replay_chunk' then execute format('${AS_IT_IS}', name); end if;
         end if;
       end loop;
     end $$`,
    `create function drop_replay_day(day date) returns void ${settings} as $$
     declare parent text; name text;
     begin
       if day + ${REPLAY_KEPT_DAYS} >= current_date then raise exception 'the time of the day is not over'; end if;
       foreach parent in array array[${tables}] loop
         name := parent || to_char(day, '_YYYY_MM_DD');
         if exists (select from pg_inherits where inhrelid = to_regclass(name) and inhparent = to_regclass(parent)) then
           execute format('drop table %I', name);
         end if;
       end loop;
     end $$`,
    `revoke all on function add_replay_day(date), drop_replay_day(date) from public`,
    `grant execute on function add_replay_day(date), drop_replay_day(date) to ${app}_system`,
  ];
}
