import type { EntityManager } from 'typeorm';
import { firstIdAt, type IdPrefix } from './ids.js';

const MONTHS_AHEAD = 12;

/**
 * SQL for the monthly partitions of a table that is partitioned by its time-ordered id: everything up to the month
 * given, so that retention can drop a month as a whole and a lookup by id touches one partition.
 * @param fillFactor how full pages are filled (per cent), for rows that are updated soon and should find room beside them
 */
export function monthlyPartitionSql(table: string, prefix: IdPrefix, month: Date, fillFactor = 100): string {
  const from = startOfMonth(month, 0);
  const to = startOfMonth(month, 1);
  const name = `${table}_${from.toISOString().slice(0, 7).replace('-', '_')}`;
  return (
    `create table if not exists ${name} partition of ${table} ` +
    `for values from ('${firstIdAt(prefix, from)}') to ('${firstIdAt(prefix, to)}') ` +
    `with (fillfactor = ${fillFactor})`
  );
}

/** SQL for the partition that takes what no month covers, so that nothing accepted is ever refused by the calendar. */
export function defaultPartitionSql(table: string): string {
  return `create table if not exists ${table}_default partition of ${table} default`;
}

/** Makes the partitions of this month and the twelve after it; run by the owner with every migration. */
export async function ensureMonthlyPartitions(
  tx: EntityManager,
  table: string,
  prefix: IdPrefix,
  now: Date,
  fillFactor?: number,
): Promise<void> {
  for (let ahead = 0; ahead <= MONTHS_AHEAD; ahead += 1) {
    await tx.query(monthlyPartitionSql(table, prefix, startOfMonth(now, ahead), fillFactor));
  }
}

function startOfMonth(date: Date, offset: number): Date {
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + offset, 1));
}
