import {
  And,
  LessThan,
  MoreThanOrEqual,
  type EntityManager,
  type EntityTarget,
  type FindOptionsOrder,
  type FindOptionsWhere,
  type ObjectLiteral,
  type SelectQueryBuilder,
} from 'typeorm';
import type { BoundedCount } from './bounded-count.js';
import { type KeysetPage, type KeysetPosition, listKeysetPage, type ListOrder } from './keyset.js';
import { firstIdAt, idAt, positionOf, type Id, type IdPrefix } from '../ids/ids.js';

/** Ids made in a burst are ahead of the clock, by less than this (milliseconds). */
const AHEAD_MS = 3_600_000;

/** One page of a list: its rows, and where the next page begins. */
export interface Page<T> {
  items: T[];
  /** Position of the last row; 0 on the last page. */
  nextCursor: number;
  hasMore: boolean;
  /** The number of rows on all pages, where that is asked for. */
  count?: BoundedCount;
}

/** Makes a page of a result that was read with a limit of one row more. */
export function toPage<T extends { id: string }>(rows: T[], limit: number): Page<T> {
  return toPageBy(rows, limit, ({ id }) => positionOf(id));
}

/** {@link toPage} for rows whose position is not that of an id. */
export function toPageBy<T>(rows: T[], limit: number, position: (row: T) => number): Page<T> {
  const hasMore = rows.length > limit;
  const items = hasMore ? rows.slice(0, limit) : rows;
  const last = items.at(-1);
  return { items, hasMore, nextCursor: hasMore && last ? position(last) : 0 };
}

/** The id before which (newest first) a page begins; undefined for the first page. */
export function startBefore(prefix: IdPrefix, cursor: number | undefined): string | undefined {
  return cursor === undefined || cursor === 0 ? undefined : idAt(prefix, cursor);
}

/**
 * The id before which (newest first) a page begins. The first page begins before an id in the future, so that its
 * statement is the same and reads the same index.
 */
export function pageStart<P extends IdPrefix>(prefix: P, cursor: number | undefined): Id<P> {
  return cursor ? idAt(prefix, cursor) : firstIdAt(prefix, new Date(Date.now() + AHEAD_MS));
}

/** A time in which rows were made; an absent end is open. */
export interface MadeIn {
  from?: Date;
  /** Exclusive. */
  to?: Date;
}

/** Ids from `first` on, and before `before`. */
export interface IdsOfPage {
  first: string;
  before: string;
}

/**
 * The ids of a page of rows that were made in a time. A statement with both ends opens only the partitions between them, and
 * reads an index from the start of the page.
 */
export function idsOfPage(
  prefix: IdPrefix,
  { cursor, order }: Pick<PageRequest, 'cursor' | 'order'>,
  { from, to }: MadeIn = {},
): IdsOfPage {
  // No id is of a later time than this, and a time of another age has none.
  const end = Date.now() + AHEAD_MS;
  const idAtTime = (time: Date): string => firstIdAt(prefix, new Date(Math.min(time.getTime(), end)));
  const firsts = [from ? idAtTime(from) : `${prefix}_`];
  const befores = [idAtTime(to ?? new Date(end))];
  if (cursor && order?.direction === 'asc') firsts.push(idAt(prefix, cursor + 1));
  else if (cursor) befores.push(idAt(prefix, cursor));
  return { first: firsts.reduce((a, b) => (b > a ? b : a)), before: befores.reduce((a, b) => (b < a ? b : a)) };
}

/** Start of a page of a list, and the number of rows that it has at most. */
export interface PageRequest {
  /** Position of the last row of the page before; the first page if absent or 0. */
  cursor?: number;
  limit: number;
  /** Newest first if absent. */
  order?: ListOrder;
  /** Start of the page in an order by other keys than the id. */
  after?: KeysetPosition;
  /** Whether the number of rows is wanted in place of them; see {@link KeysetRequest}. */
  counts?: boolean;
}

/** Whether positions of ids are those of an order. */
export const isById = ({ by }: ListOrder): boolean => by.length === 1 && by[0] === 'id';

/**
 * A page of entities that have an id of this prefix. `where` holds the conditions on other columns; an index on them and
 * the keys of the order makes it a range scan.
 */
export async function findPage<T extends { id: string }>(
  tx: EntityManager,
  entity: EntityTarget<T>,
  prefix: IdPrefix,
  where: FindOptionsWhere<T>,
  page: PageRequest,
): Promise<Page<T>> {
  const { limit, order, after, counts } = page;
  if (counts || (order && !isById(order))) {
    const query = tx.createQueryBuilder(entity, 'listed').where(where);
    return toPageOf(await listKeysetPage(query, [], { limit, order, after, counts }), ({ id }) => positionOf(id));
  }
  const direction = order?.direction ?? 'desc';
  const { first, before } = idsOfPage(prefix, page);
  const id = direction === 'asc' ? And(LessThan(before), MoreThanOrEqual(first)) : LessThan(before);
  const rows = await tx.find(entity, {
    where: { ...where, id } as FindOptionsWhere<T>,
    order: { id: direction } as FindOptionsOrder<T>,
    take: limit + 1,
  });
  return toPage(rows, limit);
}

/** A page of a list by `position`, whose cursor in the usual order is that number. */
export async function listPositionPage<E extends ObjectLiteral & { position: number }>(
  query: SelectQueryBuilder<E>,
  { cursor, limit, order, after, counts }: PageRequest,
): Promise<Page<E>> {
  const start = order ? after : cursor ? [cursor] : undefined;
  const page = await listKeysetPage(query, ['position'], { limit, order, after: start, counts });
  return toPageOf(page, ({ position }) => position);
}

/** The page of a list whose cursor is a number. */
export function toPageOf<E>({ items, next, count }: KeysetPage<E>, position: (row: E) => number): Page<E> {
  return { items, hasMore: next !== null, nextCursor: next ? position(items.at(-1)!) : 0, ...(count && { count }) };
}
