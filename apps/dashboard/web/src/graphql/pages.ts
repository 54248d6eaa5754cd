import type { Cache, FieldArgs, Resolver } from '@urql/exchange-graphcache';

type Args = NonNullable<FieldArgs>;

const COUNTS = ['count', 'countAtLeast'];

/**
 * Joins the pages of a list that were read one after the other, from the first one on: a page belongs to the list as long as it begins where
 * the page before ends. So pages of an order that has changed meanwhile are left out, not mixed in, and neither are those of another length.
 */
export const joinedPages: Resolver = (_parent, { after, ...args }: Args, cache, info) => {
  const { parentKey, fieldName } = info;
  const pageAt = (cursor: string | null) =>
    linkOf(cache.resolve(parentKey, fieldName, cursor ? { ...args, after: cursor } : args));
  // The cache asks the server for what is not there yet.
  const asked = pageAt(typeof after === 'string' ? after : null);
  const first = pageAt(null);
  if (!asked || !first) return asked;
  const edges: unknown[] = [];
  let pageInfo: PageInfo = { __typename: 'PageInfo', hasNextPage: false, endCursor: null };
  const seen = new Set<unknown>();
  for (let page: string | undefined = first; page && !seen.has(page); page = pageAt(pageInfo.endCursor)) {
    seen.add(page);
    for (const edge of (cache.resolve(page, 'edges') as unknown[] | null) ?? []) edges.push(edge);
    pageInfo = pageInfoOf(cache, page);
    if (!pageInfo.endCursor) break;
  }
  const counts = Object.fromEntries(COUNTS.map((name) => [name, cache.resolve(first, name)]));
  return { __typename: cache.resolve(first, '__typename') as string, edges, pageInfo, ...counts } as never;
};

interface PageInfo {
  __typename: 'PageInfo';
  hasNextPage: boolean;
  endCursor: string | null;
}

function pageInfoOf(cache: Cache, page: string): PageInfo {
  const info = linkOf(cache.resolve(page, 'pageInfo'));
  return {
    __typename: 'PageInfo',
    hasNextPage: info !== undefined && cache.resolve(info, 'hasNextPage') === true,
    endCursor: (info && (cache.resolve(info, 'endCursor') as string | null)) ?? null,
  };
}

const linkOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
