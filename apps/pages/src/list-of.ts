import { sealedLists } from '#libs/core/http';

/** The lists of Pages: `?limite=&cursor=`, and `proximo` in the answer. */
export const listOf = sealedLists({ limit: 'limite', next: 'proximo', invalidCursor: 'reject' });
