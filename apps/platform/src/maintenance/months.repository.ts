import { Inject, Injectable } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { firstIdAt, type IdPrefix, lockSql, SYSTEM_DATA_SOURCE } from '#libs/persistence';

/** The tables that are kept by months, with the prefix of the ids that part them. */
export const MONTHLY_TABLES = {
  message: 'msg',
  message_content: 'msg',
  message_event: 'evt',
  message_feedback: 'msg',
  webhook_delivery: 'whd',
  webhook_attempt: 'whd',
} as const satisfies Record<string, IdPrefix>;

/** Half-empty pages for rows that are updated once, soon after: the update finds room beside its row, and no index changes. */
export const FILL_FACTORS: Partial<Record<string, number>> = { webhook_delivery: 50 };

export type MonthlyTable = keyof typeof MONTHLY_TABLES;

const FORGOTTEN_AT_ONCE = 10_000;

/** Processes that change months at the same moment wait for one another, or each would hold what the other needs. */
const LOCKED = `locked as materialized (select ${lockSql('month maintenance')})`;

/** What maintenance asks of the database, by the system role: the functions and policies of the schema allow no more. */
@Injectable()
export class MonthsRepository {
  constructor(@Inject(SYSTEM_DATA_SOURCE) private readonly system: DataSource) {}

  /** The months of each table, by their first days in UTC, oldest first. */
  async list(): Promise<Map<string, Date[]>> {
    const rows = await this.system.query<{ parent: string; year: number; month: number }[]>(
      `select parent.relname as parent, substring(child.relname from '_(\\d{4})_\\d{2}$')::int as year,
              substring(child.relname from '_(\\d{2})$')::int as month
       from pg_inherits join pg_class child on child.oid = inhrelid join pg_class parent on parent.oid = inhparent
       where parent.relname = any($1::text[]) and child.relname ~ '_\\d{4}_\\d{2}$' order by 2, 3`,
      [Object.keys(MONTHLY_TABLES)],
    );
    const months = new Map<string, Date[]>(Object.keys(MONTHLY_TABLES).map((table) => [table, []]));
    for (const { parent, year, month } of rows) months.get(parent)?.push(new Date(Date.UTC(year, month - 1, 1)));
    return months;
  }

  async add(table: MonthlyTable, month: Date): Promise<void> {
    const prefix = MONTHLY_TABLES[table];
    const bounds = [month, monthAfter(month, 1)].map((at) => firstIdAt(prefix, at));
    await this.system.query(`with ${LOCKED} select add_month($1, $2, $3, $4) from locked`, [
      table,
      dayOf(month),
      ...bounds,
    ]);
  }

  /** Drops a month with all that is in it; false when something in it still waits, and it stays. */
  async drop(table: MonthlyTable, month: Date): Promise<boolean> {
    const [row] = await this.system.query<{ gone: boolean }[]>(
      `with ${LOCKED} select drop_month($1, $2) as gone from locked`,
      [table, dayOf(month)],
    );
    return row?.gone ?? false;
  }

  /** Forgets some of what carriers called messages of long ago; returns how many names and receipts went. */
  async forgetCarriers(): Promise<number> {
    let forgotten = 0;
    for (const table of ['carrier_message', 'message_receipt']) {
      const [, count] = await this.system.query<[unknown, number]>(
        `delete from ${table} where ctid = any (array(
           select ctid from ${table} where created_at < now() - interval '35 days' limit $1))`,
        [FORGOTTEN_AT_ONCE],
      );
      forgotten += count;
    }
    return forgotten;
  }
}

/** The first day of the month so many months later, in UTC. */
export function monthAfter(date: Date, months: number): Date {
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1));
}

const dayOf = (date: Date): string => date.toISOString().slice(0, 10);
