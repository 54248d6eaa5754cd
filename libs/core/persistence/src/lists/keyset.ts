import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { SecretBox } from '#libs/core/secrets';
import { type BoundedCount, countBounded } from './bounded-count.js';

/** A value of a sort key; null only where the key is nullable. */
type KeysetValue = string | number | Date | null;

/** The values of a row's sort keys; the next page begins after that row. */
export type KeysetPosition = readonly KeysetValue[];

/** One page of a list: its rows, and the position of the next page; null after the last one. */
export interface KeysetPage<E> {
  items: E[];
  next: KeysetPosition | null;
  /** The number of rows on all pages, where that is asked for. */
  count?: BoundedCount;
}

/** A kind of values of a sort key; those of `number` are whole. */
export type SortKeyType = 'text' | 'time' | 'number';

/** A property of a row by which a list is sorted: a text that is never null, or what is said of it here. */
export type SortKey = string | SortKeyOptions;

export interface SortKeyOptions {
  key: string;
  /** `text` if absent. */
  type?: SortKeyType;
  /** Makes the expression that is compared in place of the value. */
  sql?: (value: string) => string;
  /** Marks a key that rows may lack: they come last, in both directions. No index carries that, so the list has a limit. */
  nullable?: boolean;
}

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
  /** Asks for the number of rows in place of them: of the same filters, since the same function answers it. */
  counts?: boolean;
}

/** Asks a list for the number of its rows alone. */
export const COUNT_REQUEST = { limit: 0, counts: true } as const;

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
  { limit, after, order = { by: keys, direction: 'desc' }, counts = false }: KeysetRequest,
): Promise<KeysetPage<E>> {
  if (counts) return { items: [], next: null, count: await countBounded(query) };
  const { by, direction } = order;
  const columns = by.flatMap((key) => comparedOf(key, `${query.alias}.${nameOf(key)}`, direction));
  if (after) {
    const parameters = Object.fromEntries(after.map((value, index) => [`keyset${index}`, value]));
    const values = by.flatMap((key, index) => comparedOf(key, `:keyset${index}`, direction));
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
  const values = row as Record<string, KeysetValue>;
  return by.map((key) => values[nameOf(key)]!);
}

const nameOf = (key: SortKey): string => (typeof key === 'string' ? key : key.key);

/** A value that stands for none, behind those that have one. */
const EMPTY: Record<SortKeyType, { type: string; value: string }> = {
  text: { type: 'text', value: `''` },
  time: { type: 'timestamptz', value: `'epoch'` },
  number: { type: 'bigint', value: '0' },
};

/** The expressions of which the rows of an order are compared. */
function comparedOf(key: SortKey, value: string, direction: ListOrder['direction']): string[] {
  if (typeof key === 'string') return [value];
  const { type = 'text', sql = (text: string) => text, nullable = false } = key;
  if (!nullable) return [sql(value)];
  const empty = EMPTY[type];
  const typed = value.startsWith(':') ? `cast(${value} as ${empty.type})` : value;
  return [
    `(${typed} is ${direction === 'asc' ? '' : 'not '}null)`,
    `coalesce(${sql(typed)}, cast(${empty.value} as ${empty.type}))`,
  ];
}

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

type Sealed = string | number | { at: number } | null;

const toJson = (value: KeysetValue): Sealed => (value instanceof Date ? { at: value.getTime() } : value);
const fromJson = (value: Sealed): KeysetValue =>
  typeof value === 'object' && value !== null ? new Date(value.at) : value;
