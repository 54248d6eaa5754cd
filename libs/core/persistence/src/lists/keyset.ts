import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { SecretBox } from '#libs/core/secrets';

/** The values of a row's sort keys; the next page begins after that row. */
export type KeysetPosition = readonly (string | number | Date)[];

/** One page of a list: its rows, and the position of the next page; null after the last one. */
export interface KeysetPage<E> {
  items: E[];
  next: KeysetPosition | null;
}

export interface KeysetRequest {
  /** Rows on a page. */
  limit: number;
  /** The `next` of the previous page; the first page if absent. */
  after?: KeysetPosition;
}

type KeyOf<E> = keyof E & string;

/**
 * Reads one page of a query, newest first, by the sort keys given. The last key is unique (an id `<prefix>_<16 hex>` or a
 * UUIDv7), so that every row is on exactly one page, also when rows are inserted or deleted meanwhile. An index on the keys
 * makes page 10,000 as quick as page 1. Dates are kept to the millisecond, so a key of type Date stands in a
 * `timestamptz(3)` column.
 */
export async function listKeysetPage<E extends ObjectLiteral>(
  query: SelectQueryBuilder<E>,
  keys: readonly KeyOf<E>[],
  { limit, after }: KeysetRequest,
): Promise<KeysetPage<E>> {
  const columns = keys.map((key) => `${query.alias}.${key}`);
  if (after) {
    const parameters = Object.fromEntries(after.map((value, index) => [`keyset${index}`, value]));
    const values = after.map((_, index) => `:keyset${index}`);
    query.andWhere(`(${columns.join(', ')}) < (${values.join(', ')})`, parameters);
  }
  for (const column of columns) query.addOrderBy(column, 'DESC');
  const rows = await query.limit(limit + 1).getMany();
  const items = rows.slice(0, limit);
  const last = rows.length > limit ? items.at(-1) : undefined;
  return { items, next: last ? keys.map((key) => last[key] as string | number | Date) : null };
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
