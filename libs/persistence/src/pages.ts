import { idAt, positionOf, type IdPrefix } from './ids.js';

/** One page of a list that is read by key: the rows, and where the next page begins. */
export interface Page<T> {
  items: T[];
  /** Position of the last row shown; 0 when the list is finished. */
  nextCursor: number;
  hasMore: boolean;
}

/** Cuts a result that was read with one row too many into a page. */
export function toPage<T extends { id: string }>(rows: T[], limit: number): Page<T> {
  const hasMore = rows.length > limit;
  const items = hasMore ? rows.slice(0, limit) : rows;
  const last = items.at(-1);
  return { items, hasMore, nextCursor: hasMore && last ? positionOf(last.id) : 0 };
}

/** The id before which (newest first) a page begins, for a cursor from {@link toPage}; undefined for the first page. */
export function startBefore(prefix: IdPrefix, cursor: number | undefined): string | undefined {
  return cursor === undefined || cursor === 0 ? undefined : idAt(prefix, cursor);
}
