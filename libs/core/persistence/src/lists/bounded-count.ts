import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { one, type SqlExecutor } from '../statements/sql.js';

/** Rows that are counted of a list at most. */
export const COUNTED_MAX = 10_000;

/** A number of rows. */
export interface BoundedCount {
  /** How many there are, or how many at least. */
  atLeast: number;
  isExact: boolean;
}

/** The count of a list without rows. */
export const NO_ROWS: BoundedCount = { atLeast: 0, isExact: true };

/** Counts the rows of a statement, up to {@link COUNTED_MAX}. It reads no more of them. */
export async function countRows(
  tx: SqlExecutor,
  statement: string,
  parameters: readonly unknown[],
): Promise<BoundedCount> {
  const bounded = `select count(*)::int as count from (${statement} limit ${COUNTED_MAX + 1}) counted`;
  const { count } = await one<{ count: number }>(tx, bounded, [...parameters]);
  return boundedBy(count);
}

/** Counts the rows of a statement that fulfil a condition, of the first `scannedMax` rows. */
export async function countMatching(
  tx: SqlExecutor,
  statement: string,
  condition: string,
  parameters: readonly unknown[],
  scannedMax: number,
): Promise<BoundedCount> {
  const { scanned, count } = await one<{ scanned: number; count: number }>(
    tx,
    `select count(*)::int as scanned, (count(*) filter (where ${condition}))::int as count
     from (${statement} limit ${scannedMax}) scanned`,
    [...parameters],
  );
  return boundedBy(count, scanned < scannedMax);
}

/** The number of rows of several lists together. */
export function sumOfCounts(counts: readonly BoundedCount[]): BoundedCount {
  const sum = counts.reduce((total, { atLeast }) => total + atLeast, 0);
  return boundedBy(
    sum,
    counts.every(({ isExact }) => isExact),
  );
}

/** The number of rows of which {@link COUNTED_MAX} + 1 were counted at most. */
export const boundedBy = (count: number, isExact = true): BoundedCount =>
  count > COUNTED_MAX ? { atLeast: COUNTED_MAX, isExact: false } : { atLeast: count, isExact };

/** Counts the rows of a query, up to {@link COUNTED_MAX}, whatever its order. */
export async function countBounded<E extends ObjectLiteral>(query: SelectQueryBuilder<E>): Promise<BoundedCount> {
  const rows = query
    .clone()
    .select('true', 'counted')
    .orderBy()
    .limit(COUNTED_MAX + 1);
  const counted = await query
    .createQueryBuilder()
    .select('count(*)::int', 'count')
    .from(`(${rows.getQuery()})`, 'rows')
    .setParameters(rows.getParameters())
    .getRawOne<{ count: number }>();
  return boundedBy(counted!.count);
}
