import { TRAFFIC_SERIES } from './traffic-series.js';

/** A waiting lock makes later queries wait behind it: it gives up before anybody notices. */
const LOCK_TIMEOUT = '30ms';

/**
 * SQL for `add_traffic_partition(series, starts)` and `drop_traffic_partition(series, starts)`, which the system role calls. They run with
 * the owner's rights, on the series of traffic alone. Dropping fails for a partition whose time is not over. Both give up after 30 ms
 * without a lock.
 */
export function partitionFunctionsSql(app: string): string[] {
  const settings = `language plpgsql security definer set search_path = public, pg_temp
    set lock_timeout = '${LOCK_TIMEOUT}' set timezone = 'UTC'`;
  const names = `
       unit text := ${cases(({ each }) => `'${each}'`)};
       first date := date_trunc(unit, starts::timestamp)::date;
       after date := (first + ('1 ' || unit)::interval)::date;
       name text := series || to_char(first, case unit when 'day' then '_YYYY_MM_DD' else '_YYYY_MM' end);`;
  return [
    `create function add_traffic_partition(series text, starts date) returns void ${settings} as $$
     declare ${names}
     begin
       if unit is null then raise exception 'not a series of traffic'; end if;
       if to_regclass(name) is not null then return; end if;
       execute format('create table %I partition of %I for values from (%L) to (%L)', name, series,
                      ${cases(({ isDate }) => (isDate ? 'first::text' : `first::text || ' 00:00:00+00'`))},
                      ${cases(({ isDate }) => (isDate ? 'after::text' : `after::text || ' 00:00:00+00'`))});
     end $$`,
    `create function drop_traffic_partition(series text, starts date) returns void ${settings} as $$
     declare ${names}
       kept integer := ${cases(({ keptDays }) => String(keptDays))};
     begin
       if unit is null then raise exception 'not a series of traffic'; end if;
       if after + kept > current_date then
         raise exception 'the time of the partition is not over';
       end if;
       if exists (select from pg_inherits where inhrelid = to_regclass(name) and inhparent = to_regclass(series)) then
         execute format('drop table %I', name);
       end if;
     end $$`,
    `revoke all on function add_traffic_partition(text, date), drop_traffic_partition(text, date) from public`,
    `grant execute on function add_traffic_partition(text, date), drop_traffic_partition(text, date) to ${app}_system`,
  ];
}

function cases(valueOf: (series: (typeof TRAFFIC_SERIES)[number]) => string): string {
  return `case series ${TRAFFIC_SERIES.map((series) => `when '${series.table}' then ${valueOf(series)}`).join(' ')} end`;
}
