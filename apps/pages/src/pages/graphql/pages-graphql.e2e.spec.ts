import { describe, expect, it } from 'vitest';
import { askGraphql, graphqlCodes, graphqlData } from '../../../../../test/support/graphql.js';
import { pagesStack } from '../../../../../test/support/pages-stack.js';
import { usePrepared, useStack } from '../../../../../test/support/use-stack.js';

const stack = useStack(() => pagesStack({ pages: { ROLE: 'api' } }));
const tenant = usePrepared(() => stack.createTenant());
const acme = usePrepared(() => tenant.session());

let count = 0;
const unique = (name: string) => `${name}-${(count += 1)}-${Date.now().toString(36)}`;

const CREATE = 'mutation ($input: CreatePageInput!) { createPage(input: $input) { id slug titulo versao } }';
const created = async (input: object = {}, client = acme) =>
  (await graphqlData(client, CREATE, { input: { titulo: 'Oferta', slug: unique('oferta'), ...input } })).createPage;

const PAGES = `query ($first: Int, $after: String, $q: String, $status: String, $dominio: String) {
  pages(first: $first, after: $after, q: $q, status: $status, dominio: $dominio) {
    edges { cursor node { id titulo status dominio domain { id host verificado registro_txt { nome } } } }
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
  }
}`;

describe('pages by GraphQL', () => {
  it('are created, read and seen by REST as the same', async () => {
    const page = await created({ titulo: ' Promoção ' });
    expect(page).toMatchObject({ titulo: 'Promoção', versao: 1 });
    const rest = (await acme.get(`/v1/paginas/${page.id}`)).body;
    const fields = Object.keys(rest).join(' ');
    const { page: read } = await graphqlData(acme, `query ($id: ID!) { page(id: $id) { ${fields} } }`, { id: page.id });
    expect(read).toEqual(rest);
  });

  it('are a connection that is read page by page, forwards', async () => {
    const client = await (await stack.createTenant()).session();
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1) ids.unshift((await created({}, client)).id);
    const seen: string[] = [];
    let after: string | null = null;
    for (const [index, expected] of [2, 2, 1].entries()) {
      const { pages } = await graphqlData(client, PAGES, { first: 2, after });
      expect(pages.edges).toHaveLength(expected);
      expect(pages.pageInfo).toMatchObject({ hasNextPage: index < 2, hasPreviousPage: index > 0 });
      expect(pages.pageInfo.startCursor).toBe(pages.edges[0].cursor);
      seen.push(...pages.edges.map(({ node }: { node: { id: string } }) => node.id));
      after = pages.pageInfo.endCursor;
    }
    expect(seen).toEqual(ids);
  });

  it('begin after any edge, not only the last one', async () => {
    const client = await (await stack.createTenant()).session();
    const ids = [await created({}, client), await created({}, client), await created({}, client)].map(({ id }) => id);
    const { pages } = await graphqlData(client, PAGES, { first: 3 });
    const rest = await graphqlData(client, PAGES, { after: pages.edges[0].cursor });
    expect(rest.pages.edges.map(({ node }: { node: { id: string } }) => node.id)).toEqual([ids[1], ids[0]]);
  });

  it('take the arguments of REST by the same rules', async () => {
    for (const [variables, code, campo] of [
      [{ first: 201 }, 'InvalidParameter', 'first'],
      [{ first: 0 }, 'InvalidParameter', 'first'],
      [{ status: 'perdida' }, 'InvalidParameter', 'status'],
      [{ after: 'outra' }, 'InvalidParameter', 'after'],
    ] as const) {
      const { data, errors } = await askGraphql(acme, PAGES, variables);
      expect([data.pages, errors[0]?.extensions]).toMatchObject([null, { code, campo }]);
    }
  });

  it('are created by the rules of REST, with the code and the field of an error', async () => {
    const { slug } = await created();
    for (const [input, code, campo] of [
      [{}, 'Unprocessable', 'titulo'],
      [{ titulo: '  ' }, 'Unprocessable', 'titulo'],
      [{ titulo: 'x', slug: 'A b' }, 'ValidationError', 'slug'],
      [{ titulo: 'x'.repeat(201) }, 'ValidationError', 'titulo'],
      [{ titulo: 'x', slug: 'healthz' }, 'Unprocessable', 'slug'],
      [{ titulo: 'x', slug }, 'AlreadyExists', 'slug'],
      [{ titulo: 'x', dominio: 'www.example.com' }, 'DomainNotVerified', 'dominio'],
    ] as const) {
      const { data, errors } = await askGraphql(acme, CREATE, { input });
      expect([data.createPage, errors[0]?.extensions], JSON.stringify(input)).toMatchObject([null, { code, campo }]);
      expect(errors[0]?.message).toMatch(/^[A-ZÀ-Ú].*\.$/);
    }
    expect(await graphqlCodes(acme, CREATE, { input: { titulo: 'x', dono: 'eu' } })).toEqual(['BAD_USER_INPUT']);
  });
});

describe('GraphQL', () => {
  it('is for sessions: a key of every scope and a stranger are rejected', async () => {
    const { id } = await created();
    for (const [client, code] of [
      [await tenant.key(), 'PermissionDenied'],
      [stack.anonymous, 'AuthorizationError'],
    ] as const) {
      for (const query of ['{ pages { pageInfo { hasNextPage } } }', `{ page(id: "${id}") { id } }`]) {
        expect(await graphqlCodes(client, query)).toEqual([code]);
      }
      expect(await graphqlCodes(client, CREATE, { input: { titulo: 'x' } })).toEqual([code]);
    }
  });
});
