import type { Page, PageRequest } from '#libs/core/persistence';
import type { Window } from './their-query.js';

/** Rows of one of our pages. */
const PAGE_MAX = 500;

/**
 * Reads the part of a list that an offset names by the cursors of our own pages. A search whose page is not full has looked at
 * as much as it may: the list ends there, as its count does.
 * @param pageMax rows that are read at a time
 */
export async function listWindow<T>(
  { offset, count }: Window,
  read: (page: PageRequest) => Promise<Page<T>>,
  pageMax = PAGE_MAX,
): Promise<T[]> {
  const found: T[] = [];
  let passed = 0;
  let cursor: number | undefined;
  while (found.length < count) {
    const limit = Math.min(pageMax, offset + count - passed - found.length);
    const { items, hasMore, nextCursor } = await read({ cursor, limit });
    const skipped = Math.min(items.length, offset - passed);
    passed += skipped;
    found.push(...items.slice(skipped));
    if (!hasMore || items.length < limit) break;
    cursor = nextCursor;
  }
  return found;
}
