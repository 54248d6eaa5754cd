import { Injectable } from '@nestjs/common';
import { Database, exec, lockSql, many, monthBounds, one, type MonthSeries } from '#libs/persistence';
import { MONTHLY_SERIES } from './monthly-series.js';

const CARRIER_NAMES_PER_DELETE = 10_000;

/** Processes that change months at the same moment wait for one another, or each would hold what the other needs. */
const LOCKED = `locked as materialized (select ${lockSql('month maintenance')})`;

/** What maintenance asks of the database, by the system role: the functions and policies of the schema allow no more. */
@Injectable()
export class MonthsRepository {
  constructor(private readonly database: Database) {}

  /** The months of each series by its name: their first days in UTC, oldest first. */
  async list(): Promise<Map<string, Date[]>> {
    const names = MONTHLY_SERIES.map(({ name }) => name);
    const rows = await this.database.statement((pool) =>
      many<{ name: string; year: number; month: number }>(
        pool,
        `select series.name, substring(child.relname from '_(\\d{4})_\\d{2}$')::int as year,
              substring(child.relname from '_(\\d{2})$')::int as month
       from unnest($1::text[], $2::text[]) as series (name, parent)
            join pg_class parent on parent.relname = series.parent
            join pg_inherits on inhparent = parent.oid join pg_class child on child.oid = inhrelid
       where child.relname ~ ('^' || series.name || '_\\d{4}_\\d{2}$') order by 2, 3`,
        [names, MONTHLY_SERIES.map(({ table }) => table)],
      ),
    );
    const months = new Map<string, Date[]>(names.map((name) => [name, []]));
    for (const { name, year, month } of rows) months.get(name)?.push(new Date(Date.UTC(year, month - 1, 1)));
    return months;
  }

  async add(series: MonthSeries, month: Date): Promise<void> {
    const values = [series.name, dayOf(month), ...monthBounds(series, month)];
    await this.database.statement((pool) =>
      exec(pool, `with ${LOCKED} select add_month($1, $2, $3, $4) from locked`, values),
    );
  }

  /** Drops a month with all that is in it; false when something in it still waits, and it stays. */
  async drop(name: string, month: Date): Promise<boolean> {
    const sql = `with ${LOCKED} select drop_month($1, $2) as dropped from locked`;
    const row = await this.database.statement((pool) => one<{ dropped: boolean }>(pool, sql, [name, dayOf(month)]));
    return row.dropped;
  }

  /** Deletes some of what carriers called messages of long ago; returns how many names and receipts. */
  async deleteCarrierNames(): Promise<number> {
    let deleted = 0;
    for (const table of ['carrier_message', 'message_receipt']) {
      const sql = `delete from ${table} where ctid = any (array(
                     select ctid from ${table} where created_at < now() - interval '35 days' limit $1))`;
      deleted += await this.database.statement((pool) => exec(pool, sql, [CARRIER_NAMES_PER_DELETE]));
    }
    return deleted;
  }
}

const dayOf = (date: Date): string => date.toISOString().slice(0, 10);
