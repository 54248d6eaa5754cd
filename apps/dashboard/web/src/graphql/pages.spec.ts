import { cacheExchange } from '@urql/exchange-graphcache';
import { Client, type Exchange, gql } from 'urql';
import { describe, expect, it } from 'vitest';
import { filter, map, pipe } from 'wonka';
import { joinedPages } from './pages.ts';

const LIST = gql`
  query ($after: String, $first: Int) {
    items(after: $after, first: $first) {
      __typename
      edges {
        __typename
        node {
          __typename
          id
        }
      }
      count
      pageInfo {
        __typename
        hasNextPage
        endCursor
      }
    }
  }
`;

/** A list of ids, two on a page, whose cursors are its ids. */
let ids: string[] = [];

function answer(after: string | null | undefined, first: number) {
  const from = after ? ids.indexOf(after) + 1 : 0;
  const page = ids.slice(from, from + first);
  return {
    __typename: 'ItemConnection',
    edges: page.map((id) => ({ __typename: 'ItemEdge', node: { __typename: 'Item', id } })),
    count: ids.length,
    pageInfo: { __typename: 'PageInfo', hasNextPage: from + first < ids.length, endCursor: page.at(-1) ?? null },
  };
}

const server: Exchange = () => (operations) =>
  pipe(
    operations,
    filter(({ kind }) => kind === 'query'),
    map((operation) => {
      const { after, first } = operation.variables as { after?: string; first: number };
      return { operation, data: { items: answer(after, first) }, stale: false, hasNext: false };
    }),
  );

function list() {
  const keys = { ItemConnection: () => null, ItemEdge: () => null, PageInfo: () => null };
  const cache = cacheExchange({ keys, resolvers: { Query: { items: joinedPages } } });
  const client = new Client({ url: 'http://unused.test', preferGetMethod: false, exchanges: [cache, server] });
  return async (variables: object, requestPolicy: 'network-only' | 'cache-first' = 'network-only') => {
    const { data } = await client.query(LIST, { first: 2, ...variables }, { requestPolicy }).toPromise();
    const { edges, count, pageInfo } = data.items as ReturnType<typeof answer>;
    return { ids: edges.map(({ node }) => node.id).join(''), count, hasMore: pageInfo.hasNextPage };
  };
}

describe('the pages of a list', () => {
  it('are joined in the order in which they were read, with the count of the first', async () => {
    ids = [...'abcde'];
    const read = list();
    await read({ after: null });
    await read({ after: 'b' });
    expect(await read({ after: 'd' })).toEqual({ ids: 'abcde', count: 5, hasMore: false });
  });

  it('of an order that has changed meanwhile are left out', async () => {
    ids = [...'bcde'];
    const read = list();
    await read({ after: null });
    await read({ after: 'c' });
    ids = [...'abcde'];
    expect(await read({ after: null })).toEqual({ ids: 'ab', count: 5, hasMore: true });
    expect((await read({ after: 'b' })).ids).toBe('abcd');
  });

  it('do not mix with a list of another length', async () => {
    ids = [...'abc'];
    const read = list();
    await read({ first: 1 });
    ids = [...'zabc'];
    expect((await read({ after: null })).ids).toBe('za');
    expect((await read({ first: 1 }, 'cache-first')).ids).toBe('a');
  });
});
