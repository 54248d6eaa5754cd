import type { EntityManager } from 'typeorm';
import { firstIdAt, type IdPrefix } from './ids.js';

const MONTHS_AHEAD = 12;

/**
 * SQL for the monthly partitions of a table that is partitioned by its time-ordered id: everything up to the month
 * given, so that retention can drop a month as a whole and a lookup by id touches one partition.
 */
export function monthlyPartitionSql(table: string, prefix: IdPrefix, month: Date): string {
  const from = startOfMonth(month, 0);
  const to = startOfMonth(month, 1);
  const name = `${table}_${from.toISOString().slice(0, 7).replace('-', '_')}`;
  return (
    `create table if not exists ${name} partition of ${table} ` +
    `for values from ('${firstIdAt(prefix, from)}') to ('${firstIdAt(prefix, to)}')`
  );
}

/** SQL for the partition that takes what no month covers, so that nothing accepted is ever refused by the calendar. */
export function defaultPartitionSql(table: string): string {
  return `create table if not exists ${table}_default partition of ${table} default`;
}

/** Makes the partitions of this month and the twelve after it; run by the owner with every migration. */
export async function ensureMonthlyPartitions(tx: EntityManager, table: string, prefix: IdPrefix, now: Date) {
  for (let ahead = 0; ahead <= MONTHS_AHEAD; ahead += 1) {
    await tx.query(monthlyPartitionSql(table, prefix, startOfMonth(now, ahead)));
  }
}

function startOfMonth(date: Date, offset: number): Date {
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + offset, 1));
}
