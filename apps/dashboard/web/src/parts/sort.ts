import { useFilters } from '#web/routes/filters.ts';

/** The orders that a column gives a list, by the names that the schema has for them. */
export interface ColumnSort {
  ascending?: string;
  descending?: string;
  /** The order that the first press leads to; the descending one if absent, as times begin with the newest. */
  first?: 'ascending';
}

/** The order of a list, and how another one is chosen. */
export interface Sort {
  current: string;
  change(sort: string): void;
}

/** Columns that have the time at which things were made. */
export const BY_TIME: ColumnSort = { ascending: 'oldest', descending: 'newest' };
export const BY_NAME: ColumnSort = { ascending: 'name', descending: 'nameReversed', first: 'ascending' };

/** Keeps the order of a list in its address; the first of the orders is the usual one, which the address does not name. */
export function useSort<Name extends string>(orders: readonly [Name, ...Name[]]): Sort & { current: Name } {
  const [{ sort }, setFilters] = useFilters(['sort']);
  const current = orders.find((order) => order === sort) ?? orders[0];
  return { current, change: (wanted) => setFilters({ sort: wanted === orders[0] ? null : wanted }) };
}

/** Direction of a column in an order, as `aria-sort` names it. */
export function directionOf(
  { ascending, descending }: ColumnSort,
  current: string,
): 'ascending' | 'descending' | 'none' {
  if (current === ascending) return 'ascending';
  return current === descending ? 'descending' : 'none';
}

/** The order that a press on a column leads to: the other one of the column, where it has two. */
export function nextSort({ ascending, descending, first: begin }: ColumnSort, current: string): string {
  const both = [descending ?? ascending, ascending ?? descending] as [string, string];
  const [first, second] = begin === 'ascending' ? (both.toReversed() as [string, string]) : both;
  return current === first ? second : first;
}
