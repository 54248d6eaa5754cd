import type { MonthSeries } from './partitions.js';

export interface MonthFunctions {
  /** Name of the app; its system role may call the functions. */
  app: string;
  series: readonly MonthSeries[];
  /** SQL condition of a row that is still needed, by table: a month with such a row is not dropped. */
  waits: Readonly<Record<string, string>>;
}

const IDS = `'^([a-z]{3}_[0-9a-f]{16}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$'`;

/**
 * SQL for `add_month(name, month, lower, upper)` and `drop_month(name, month)`, which maintenance calls as the system role.
 * They run with the owner's rights, on the given series only. `drop_month` fails for a month that ended less than 35 days
 * ago and returns false if a row in it is still needed. Both fail if they wait two seconds for a lock, because later queries
 * would wait behind them.
 */
export function monthFunctionsSql({ app, series, waits }: MonthFunctions): string[] {
  const parentOf = cases(series.map(({ name, table }) => [name, `'${table}'`]));
  const fillOf = cases(series.map(({ name, fillFactor = 100 }) => [name, String(fillFactor)]));
  const waitsIn = cases(
    series.flatMap(({ name, table }) => {
      const condition = waits[table];
      return condition ? [[name, `'${condition.replaceAll("'", "''")}'`] as const] : [];
    }),
  );
  const settings = `language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '2s'`;
  return [
    `create function add_month(series text, month date, lower text, upper text) returns void ${settings} as $$
     declare parent text := ${parentOf};
     begin
       if parent is null or lower !~ ${IDS} or upper !~ ${IDS} then
         raise exception 'not a table that is kept by months';
       end if;
       execute format('create table if not exists %I partition of %I for values from (%L) to (%L) with (fillfactor = %s)',
                      series || '_' || to_char(month, 'YYYY_MM'), parent, lower, upper, ${fillOf});
     end $$`,
    `create function drop_month(series text, month date) returns boolean ${settings} as $$
     declare
       parent text := ${parentOf};
       name text := series || '_' || to_char(month, 'YYYY_MM');
       condition text := ${waitsIn};
       waits boolean := false;
     begin
       if parent is null then raise exception 'not a table that is kept by months'; end if;
       if date_trunc('month', month) + interval '1 month 35 days' > now() then
         raise exception 'the month is not long over';
       end if;
       if not exists (select from pg_inherits where inhrelid = to_regclass(name) and inhparent = to_regclass(parent)) then
         return true;
       end if;
       if condition is not null then
         execute format('select exists (select from %I where %s)', name, condition) into waits;
       end if;
       if waits then return false; end if;
       execute format('drop table if exists %I', name);
       return true;
     end $$`,
    `revoke all on function add_month(text, date, text, text), drop_month(text, date) from public`,
    `grant execute on function add_month(text, date, text, text), drop_month(text, date) to ${app}_system`,
  ];
}

function cases(values: readonly (readonly [name: string, value: string])[]): string {
  if (values.length === 0) return 'null';
  return `case series ${values.map(([name, value]) => `when '${name}' then ${value}`).join(' ')} end`;
}
