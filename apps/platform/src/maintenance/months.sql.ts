import { exec, lockSql, many, monthBounds, one, type MonthSeries, type SqlExecutor } from '#libs/core/persistence';
import { MONTHLY_SERIES } from './monthly-series.js';

const ROWS_PER_DELETE = 10_000;

/** Serializes processes that change months, which would otherwise deadlock. */
const LOCKED = `locked as materialized (select ${lockSql('month maintenance')})`;

/*
 * All of it runs as the system role, one statement each: the functions and policies of the schema allow no more.
 */

/** The months of each series by its name: their first days in UTC, oldest first. */
export async function listMonths(tx: SqlExecutor): Promise<Map<string, Date[]>> {
  const names = MONTHLY_SERIES.map(({ name }) => name);
  const rows = await many<{ name: string; year: number; month: number }>(
    tx,
    `select series.name, substring(child.relname from '_(\\d{4})_\\d{2}$')::int as year,
            substring(child.relname from '_(\\d{2})$')::int as month
     from unnest($1::text[], $2::text[]) as series (name, parent)
          join pg_class parent on parent.relname = series.parent
          join pg_inherits on inhparent = parent.oid join pg_class child on child.oid = inhrelid
     where child.relname ~ ('^' || series.name || '_\\d{4}_\\d{2}$') order by 2, 3`,
    [names, MONTHLY_SERIES.map(({ table }) => table)],
  );
  const months = new Map<string, Date[]>(names.map((name) => [name, []]));
  for (const { name, year, month } of rows) months.get(name)?.push(new Date(Date.UTC(year, month - 1, 1)));
  return months;
}

export async function addMonth(tx: SqlExecutor, series: MonthSeries, month: Date): Promise<void> {
  const values = [series.name, dayOf(month), ...monthBounds(series, month)];
  await exec(tx, `with ${LOCKED} select add_month($1, $2, $3, $4) from locked`, values);
}

/** Drops a month with all its rows; false, and keeps the month, if something in it is still pending. */
export async function dropMonth(tx: SqlExecutor, name: string, month: Date): Promise<boolean> {
  const sql = `with ${LOCKED} select drop_month($1, $2) as dropped from locked`;
  return (await one<{ dropped: boolean }>(tx, sql, [name, dayOf(month)])).dropped;
}

/** Deletes up to 10,000 rows of `table` that are older than 35 days; returns how many. */
export async function deleteOldRows(
  tx: SqlExecutor,
  table: 'carrier_message' | 'inbound_text' | 'message_receipt' | 'feedback_report_count',
): Promise<number> {
  return exec(
    tx,
    `delete from ${table} where ctid = any (array(
       select ctid from ${table} where created_at < now() - interval '35 days' limit $1))`,
    [ROWS_PER_DELETE],
  );
}

const dayOf = (date: Date): string => date.toISOString().slice(0, 10);
