import type { EntityManager } from 'typeorm';
import { firstIdAt, type IdPrefix } from '../ids/ids.js';

const MONTHS_AHEAD = 12;

/** A series of monthly partitions: the rows of a table whose ids are of one kind. */
export interface MonthSeries {
  /** The partitioned table, whose key is the time-ordered id. */
  table: string;
  /** Prefix of the names of its partitions, as in `<name>_2026_11`. Unique among all series. */
  name: string;
  /** Prefix of the ids, or `uuid` for UUIDv7. */
  ids: IdPrefix | 'uuid';
  /** How full pages are filled (per cent); less than 100 leaves room for updates of the rows. */
  fillFactor?: number;
}

/** The first day of the month that is `months` after that of the date, in UTC. */
export function monthAfter(date: Date, months: number): Date {
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1));
}

/** Name of the partition that holds a month of a series. */
export function partitionName(series: Pick<MonthSeries, 'name'>, month: Date): string {
  return `${series.name}_${month.toISOString().slice(0, 7).replace('-', '_')}`;
}

/** The smallest id of a month (inclusive) and of the next month (exclusive). */
export function monthBounds({ ids }: Pick<MonthSeries, 'ids'>, month: Date): [from: string, to: string] {
  const firstAt = (time: Date) => (ids === 'uuid' ? firstUuidAt(time) : firstIdAt(ids, time));
  return [firstAt(monthAfter(month, 0)), firstAt(monthAfter(month, 1))];
}

/**
 * SQL for the partition of one month. Retention drops whole months, and a lookup by id reads one partition.
 */
export function monthlyPartitionSql(series: MonthSeries, month: Date): string {
  const [from, to] = monthBounds(series, month);
  return (
    `create table if not exists ${partitionName(series, month)} partition of ${series.table} ` +
    `for values from ('${from}') to ('${to}') with (fillfactor = ${series.fillFactor ?? 100})`
  );
}

/** SQL for the partition of rows that belong to no month's partition, so that their insert does not fail. */
export function defaultPartitionSql(table: string): string {
  return `create table if not exists ${table}_default partition of ${table} default`;
}

/** Creates the partitions of this month and the next twelve; runs as the owner, with every migration. */
export async function ensureMonthlyPartitions(tx: EntityManager, series: MonthSeries, now: Date): Promise<void> {
  for (let ahead = 0; ahead <= MONTHS_AHEAD; ahead += 1) {
    await tx.query(monthlyPartitionSql(series, monthAfter(now, ahead)));
  }
}

/** The smallest UUIDv7 (RFC 9562) of a time. */
function firstUuidAt(time: Date): string {
  const digits = time.getTime().toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}-7000-8000-000000000000`;
}
