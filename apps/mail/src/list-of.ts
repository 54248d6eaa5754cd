import { sealedLists } from '#libs/core/http';

/** The lists of Mail: `?limit=&cursor=`, and `next_cursor` in the answer; an old or invalid cursor is the first page. */
export const listOf = sealedLists({ limit: 'limit', next: 'next_cursor', invalidCursor: 'first page' });
