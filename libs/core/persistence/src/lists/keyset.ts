import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { SecretBox } from '#libs/core/secrets';

/** The values of a row's sort keys; the next page begins after that row. */
export type KeysetPosition = readonly (string | number | Date)[];

/** One page of a list: its rows, and the position of the next page; null after the last one. */
export interface KeysetPage<E> {
  items: E[];
  next: KeysetPosition | null;
}

/** A property of a row by which a list is sorted, or what an expression makes of it. It is never null. */
export type SortKey = string | { key: string; sql: (value: string) => string };

/** An order of a list: sort keys, all in one direction, of which the last is unique. An index carries it, or the list is bounded. */
export interface ListOrder {
  by: readonly SortKey[];
  direction: 'asc' | 'desc';
}

/** Sort key of a text, without regard to case. */
export const withoutCase = (key: string): SortKey => ({
  key,
  sql: (value) => `lower(${value} collate "pg_unicode_fast")`,
});

export interface KeysetRequest {
  /** Rows on a page. */
  limit: number;
  /** The `next` of the previous page; the first page if absent. */
  after?: KeysetPosition;
  /** Another order than that of the list. */
  order?: ListOrder;
}

type KeyOf<E> = keyof E & string;

/**
 * Reads one page of a query by the sort keys given, newest first, or in the order of the request. The last key is unique (an
 * id `<prefix>_<16 hex>` or a UUIDv7), so that every row is on exactly one page, also when rows are inserted or deleted
 * meanwhile. An index on the keys makes page 10,000 as quick as page 1. Dates are kept to the millisecond, so a key of type
 * Date stands in a `timestamptz(3)` column.
 */
export async function listKeysetPage<E extends ObjectLiteral>(
  query: SelectQueryBuilder<E>,
  keys: readonly KeyOf<E>[],
  { limit, after, order = { by: keys, direction: 'desc' } }: KeysetRequest,
): Promise<KeysetPage<E>> {
  const { by, direction } = order;
  const sqlOf = (key: SortKey, value: string) => (typeof key === 'string' ? value : key.sql(value));
  const columns = by.map((key) => sqlOf(key, `${query.alias}.${nameOf(key)}`));
  if (after) {
    const parameters = Object.fromEntries(after.map((value, index) => [`keyset${index}`, value]));
    const values = by.map((key, index) => sqlOf(key, `:keyset${index}`));
    const isBehind = direction === 'asc' ? '>' : '<';
    query.andWhere(`(${columns.join(', ')}) ${isBehind} (${values.join(', ')})`, parameters);
  }
  for (const column of columns) query.addOrderBy(column, direction === 'asc' ? 'ASC' : 'DESC');
  const rows = await query.limit(limit + 1).getMany();
  const items = rows.slice(0, limit);
  const last = rows.length > limit ? items.at(-1) : undefined;
  return { items, next: last ? positionIn(order, last) : null };
}

/** The position of a row in an order. */
export function positionIn({ by }: ListOrder, row: object): KeysetPosition {
  const values = row as Record<string, string | number | Date>;
  return by.map((key) => values[nameOf(key)]!);
}

const nameOf = (key: SortKey): string => (typeof key === 'string' ? key : key.key);

/**
 * The pages of requests that one statement answered, in their order.
 * @param rows up to one more than the limit of each request, in the order of its list; `request` counts from 1
 * @param positionOf where the page after a row begins
 */
export function toKeysetPages<E extends { request: number }>(
  requests: readonly KeysetRequest[],
  rows: readonly E[],
  positionOf: (row: E) => KeysetPosition,
): KeysetPage<E>[] {
  const found = requests.map((): E[] => []);
  for (const row of rows) found[row.request - 1]!.push(row);
  return requests.map(({ limit }, index) => {
    const ofRequest = found[index]!;
    const items = ofRequest.slice(0, limit);
    return { items, next: ofRequest.length > limit ? positionOf(items.at(-1)!) : null };
  });
}

/** Positions as encrypted, opaque texts: a client can neither read nor make one. */
export class SealedCursors {
  /** @param purpose names the list; a cursor of one list is invalid for another */
  constructor(
    private readonly secrets: SecretBox,
    private readonly purpose: string,
  ) {}

  /** The cursors of the list in another order: one of an order is invalid in all others. */
  inOrder(name: string): SealedCursors {
    return new SealedCursors(this.secrets, `${this.purpose} by ${name}`);
  }

  /** The cursor of the next page; null after the last one. */
  seal(next: KeysetPosition | null): string | null {
    return next && this.secrets.sealCursor(this.purpose, next.map(toJson));
  }

  /** The position of a cursor; undefined (the first page) if it is absent, sealed with a removed key, or invalid. */
  open(cursor: string | undefined): KeysetPosition | undefined {
    const data = cursor === undefined ? null : this.secrets.openCursor(this.purpose, cursor);
    return Array.isArray(data) ? data.map(fromJson) : undefined;
  }
}

type Sealed = string | number | { at: number };

const toJson = (value: string | number | Date): Sealed => (value instanceof Date ? { at: value.getTime() } : value);
const fromJson = (value: Sealed): string | number | Date => (typeof value === 'object' ? new Date(value.at) : value);
