import { beforeAll, describe, expect, it } from 'vitest';
import { askGraphql, graphqlCodes, graphqlData } from '../../../../../test/support/graphql.js';
import { pagesStack } from '../../../../../test/support/pages-stack.js';
import { graphqlStatements } from '../../../../../test/support/statements.js';
import { usePrepared, useStack } from '../../../../../test/support/use-stack.js';

const stack = useStack(() => pagesStack({ pages: { ROLE: 'api' } }));
const tenant = usePrepared(() => stack.createTenant());
const acme = usePrepared(() => tenant.session());
const hosts: string[] = [];

const PAGES = 50;
const EMPTY = { versao: 2, secoes: [], estilo: {} };
const titled = (titulo: string) => ({
  versao: 2,
  secoes: [
    { id: 's1', estilo: {}, colunas: [{ id: 'c1', itens: [{ id: 'i1', tipo: 'titulo', props: { texto: titulo } }] }] },
  ],
  estilo: {},
});

/** Fifty pages, ten in each call: a third on each of three hosts; each even one has a draft, each fifth is published. */
beforeAll(async () => {
  for (const name of ['a', 'b', 'c']) {
    hosts.push(`${name}.${tenant.slug}.example`);
    await tenant.verifyHost(`${name}.${tenant.slug}.example`);
  }
  const ten = Array.from({ length: 10 }, (_, n) => n);
  for (let first = 0; first < PAGES; first += 10) {
    const variables = Object.fromEntries(
      ten.map((n) => [`i${n}`, { titulo: `Página ${first + n}`, dominio: hosts[(first + n) % 3] }]),
    );
    const declared = ten.map((n) => `$i${n}: CreatePageInput!`).join(', ');
    const created = await graphqlData(
      acme,
      `mutation (${declared}) { ${ten.map((n) => `p${n}: createPage(input: $i${n}) { id }`).join(' ')} }`,
      variables,
    );
    const idOf = (n: number): string => created[`p${n}`].id;
    const drafts = ten.filter((n) => n % 2 === 0);
    const published = ten.filter((n) => n % 5 === 0);
    await graphqlData(
      acme,
      `mutation ($template: JSONObject!) {
        ${drafts.map((n) => `d${n}: savePageDraft(id: "${idOf(n)}", input: { template: $template }) { base }`).join(' ')}
        ${published.map((n) => `v${n}: savePageVersion(id: "${idOf(n)}", input: { template: { versao: 2, secoes: [], estilo: {} } }) { versao }`).join(' ')}
        ${published.map((n) => `q${n}: publishPage(id: "${idOf(n)}") { versao_publicada }`).join(' ')}
      }`,
      { template: titled('Rascunho') },
    );
  }
});
const WITH_RELATIONS = `query ($first: Int) {
  pages(first: $first) {
    edges {
      node {
        id titulo status versao
        seo { idioma indexavel }
        domain { id host }
        draft { base versao_base template }
        publishedVersion { versao template }
        versions(first: 1) { edges { node { versao origem autor } } pageInfo { hasNextPage } }
      }
    }
  }
}`;

interface Node {
  titulo: string;
  status: string;
  versao: number;
  domain: { host: string };
  draft: { base: string; versao_base: number; template: object };
  publishedVersion: { versao: number; template: object } | null;
  versions: { edges: { node: { versao: number; origem: string } }[]; pageInfo: { hasNextPage: boolean } };
}

const nodesOf = async (first: number): Promise<Node[]> => {
  const { pages } = await graphqlData(acme, WITH_RELATIONS, { first });
  return pages.edges.map(({ node }: { node: Node }) => node);
};

describe('the relations of a list of pages', () => {
  it('are those of each page', async () => {
    const nodes = await nodesOf(PAGES);
    expect(nodes).toHaveLength(PAGES);
    for (const [index, node] of nodes.toReversed().entries()) {
      const isPublished = index % 5 === 0;
      expect(node).toMatchObject({
        titulo: `Página ${index}`,
        status: isPublished ? 'publicada' : 'rascunho',
        domain: { host: hosts[index % 3] },
        draft: { template: index % 2 === 0 ? titled('Rascunho') : EMPTY },
        versions: {
          edges: [{ node: { versao: node.versao, origem: 'salva' } }],
          pageInfo: { hasNextPage: isPublished },
        },
      });
      expect(node.publishedVersion).toEqual(isPublished ? { versao: 2, template: EMPTY } : null);
    }
  });

  it('take as many SQL statements for fifty pages as for ten', async () => {
    const count = async (first: number) =>
      (await graphqlStatements(acme, WITH_RELATIONS, { first }, /^\s*select/i)).length;
    const ofTen = await count(10);
    expect(await count(PAGES)).toBe(ofTen);
    // The list, its hosts, and for each relation its transaction's tenant and up to five statements.
    expect(ofTen).toBeLessThan(30);
  });

  it('have the same base of a draft as REST', async () => {
    const { pages } = await graphqlData(acme, '{ pages(first: 3) { edges { node { id draft { base } } } } }');
    for (const { node } of pages.edges) {
      const { body } = await acme.get(`/v1/paginas/${node.id}/rascunho`);
      expect(node.draft.base).toBe(body.base);
    }
  });

  it('show each version, page by page and by number, and none of another account', async () => {
    const { pages } = await graphqlData(acme, '{ pages(first: 50, status: "publicada") { edges { node { id } } } }');
    const { id } = pages.edges[0].node;
    const query = `query ($id: ID!, $after: String) { page(id: $id) {
      versions(first: 1, after: $after) { edges { node { versao } } pageInfo { hasNextPage hasPreviousPage endCursor } }
      version(number: 1) { versao template }
      missing: version(number: 77) { versao }
    } }`;
    const first = (await graphqlData(acme, query, { id })).page;
    expect(first).toMatchObject({ version: { versao: 1, template: EMPTY }, missing: null });
    expect(first.versions).toMatchObject({ edges: [{ node: { versao: 2 } }], pageInfo: { hasNextPage: true } });
    const second = (await graphqlData(acme, query, { id, after: first.versions.pageInfo.endCursor })).page;
    expect(second.versions).toMatchObject({
      edges: [{ node: { versao: 1 } }],
      pageInfo: { hasNextPage: false, hasPreviousPage: true },
    });
    const rival = await (await stack.createTenant()).session();
    expect(await graphqlCodes(rival, query, { id })).toEqual(['NotFound']);
  });

  it('end with an error, not with memory, when their documents are larger than 4 MiB together', async () => {
    const other = await stack.createTenant();
    const client = await other.session();
    const text = 'x'.repeat(19_000);
    const itens = Array.from({ length: 25 }, (_, n) => ({ id: `i${n}`, tipo: 'texto', props: { conteudo: text } }));
    const large = { versao: 2, secoes: [{ id: 's', estilo: {}, colunas: [{ id: 'c', itens }] }], estilo: {} };
    const documents = 10;
    for (let n = 0; n < documents; n += 1) {
      const { status, text: answer } = await client.post('/v1/paginas/importar', { titulo: `G ${n}`, template: large });
      expect(status, answer.slice(0, 300)).toBe(201);
    }
    const query = 'query ($first: Int) { pages(first: $first) { edges { node { titulo draft { template } } } } }';
    expect((await graphqlData(client, query, { first: 5 })).pages.edges).toHaveLength(5);
    const { errors } = await askGraphql(client, query, { first: documents });
    expect(errors.length).toBeGreaterThan(0);
    for (const { extensions, message } of errors) {
      expect(extensions['code']).toBe('ValidationError');
      expect(message).toContain('4 MiB');
    }
  });

  it('count by the size of their pages, a document as twenty values, before the query runs', async () => {
    const fields = Array.from({ length: 3 }, (_, n) => `t${n}: template`).join(' ');
    const query = `query ($first: Int, $of: Int) { pages(first: $first) { edges { node {
      versions(first: $of) { edges { node { ${fields} } } }
    } } } }`;
    for (const variables of [{ first: 200, of: 100 }, { first: 20, of: 10 }, {}]) {
      const { errors } = await askGraphql(acme, query, variables);
      expect([errors[0]?.extensions['code'], errors[0]?.message], JSON.stringify(variables)).toEqual([
        'ValidationError',
        expect.stringContaining('mais de 10000 valores'),
      ]);
    }
    expect(await graphqlCodes(acme, query, { first: 10, of: 10 })).toEqual([]);
  });
});
