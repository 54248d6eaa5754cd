import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#libs/core/persistence';
import { graphqlData } from '../../../../test/support/graphql.js';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { expectOrders, ordersOfQuery, type SortedList } from '../../../../test/support/list-orders.js';
import { pagesStack } from '../../../../test/support/pages-stack.js';
import { graphqlStatements } from '../../../../test/support/statements.js';
import { useStack } from '../../../../test/support/use-stack.js';

type Node = Record<string, unknown>;

const stack = useStack(() => pagesStack());
let session: HttpClient;
let formId: string;
let tenantId: string;
let testedId: string;

const byId = ({ id }: Node) => String(id);
const lower = (name: string) => (node: Node) => (node[name] === null ? null : String(node[name]).toLowerCase());
const field = (name: string) => (node: Node) => (node[name] ?? null) as string | number | null;

const NAMES = ['Éclair', 'apple', 'Apple', 'banana', 'Zeta', 'pear', 'Pear'];
/** Orders equal times by the id. */
const EQUAL_TIMES = `date_trunc('day', now()) + (('x' || right(id, 1))::bit(4)::int % 3) * interval '1 hour'`;

async function post(path: string, body: object): Promise<string> {
  const answer = await session.post(path, body);
  expect(answer.status, answer.text).toBe(201);
  return answer.body.id;
}

const insertLead = (values: { name?: string; isSpam?: boolean } = {}) =>
  stack.sql(
    `insert into lead (tenant_id, id, form_id, source, "values", name, is_spam, spam_reasons, email_status, consent, legal_basis,
       origin, occurred_at)
     values ($1, $2, $3, 'pagina', '{}', $4, $5, '{}', 'descartavel', false, 'consentimento', '{}', now())`,
    [tenantId, newId('led'), formId, values.name ?? null, values.isSpam ?? false],
  );

/** Tries two versions of a page against each other, again and again. */
async function addExperiments(): Promise<void> {
  const path = `/v1/paginas/${testedId}`;
  const version = async () =>
    (await session.post(`${path}/versoes`, { template: { versao: 2, secoes: [], estilo: {} } })).body.versao;
  const variantes = [
    { nome: 'A', versao: await version(), peso: 50 },
    { nome: 'B', versao: await version(), peso: 50 },
  ];
  for (const nome of NAMES) await post(`${path}/experimentos`, { nome, variantes });
}

beforeAll(async () => {
  const tenant = await stack.createTenant();
  tenantId = tenant.id;
  session = await tenant.session();
  for (const [n, name] of NAMES.entries()) {
    testedId = await post('/v1/paginas', { titulo: name });
    formId = await post('/v1/formularios', {
      nome: name,
      campos: [{ nome: 'email', tipo: 'email', rotulo: 'E-mail' }],
    });
    await post('/v1/links', { destino: 'https://example.com', slug: `link-${(n * 3) % 7}` });
    await post('/v1/pixels', { nome: `${name} ${n}` });
    await stack.sql(
      `insert into site_redirect (tenant_id, id, path, target, status) values ($1, $2, $3, 'https://example.com', 301)`,
      [tenantId, newId('rdr'), `/p${(n * 3) % 7}`],
    );
    await insertLead({ name, isSpam: n % 2 === 0 });
    await stack.sql(
      `insert into media (tenant_id, id, file_name, type, width, height, bytes, stored_bytes, description)
       values ($1, $2, 'x.png', 'image/png', 1, 1, $3, 1, $4)`,
      [tenantId, newId('med'), (n % 3) + 1, n % 3 === 0 ? null : name],
    );
    await stack.sql(
      `insert into replay_session values
         ($1, current_date, $2, '', null, 'visitor', 'pag_1', null, $3, now(), 0, 0, 0, 0, 0)`,
      [tenantId, randomUUID(), new Date(Date.now() - (n % 3) * 60_000)],
    );
  }
  await addExperiments();
  for (const table of ['page', 'form', 'short_link'])
    await stack.sql(`update ${table} set updated_at = ${EQUAL_TIMES} where tenant_id = $1`, [tenantId]);
  await stack.sql(`update page set published_at = ${EQUAL_TIMES} where tenant_id = $1 and title <> 'Zeta'`, [tenantId]);
  await stack.sql(`update short_link set clicks = ('x' || right(id, 1))::bit(4)::int % 3 where tenant_id = $1`, [
    tenantId,
  ]);
});

const LISTS: SortedList[] = [
  {
    field: 'pages',
    fields: 'id titulo atualizada_em publicada_em',
    identity: byId,
    keys: { title: lower('titulo'), updated: field('atualizada_em'), published: field('publicada_em') },
  },
  {
    field: 'forms',
    fields: 'id nome atualizado_em',
    identity: byId,
    keys: { name: lower('nome'), updated: field('atualizado_em') },
  },
  {
    field: 'shortLinks',
    fields: 'id slug cliques atualizado_em',
    identity: byId,
    keys: { slug: lower('slug'), clicks: field('cliques'), updated: field('atualizado_em') },
  },
  { field: 'pixels', fields: 'id nome', identity: byId, keys: { name: lower('nome') } },
  { field: 'redirects', fields: 'id caminho', identity: byId, keys: { path: lower('caminho') } },
  {
    field: 'media',
    fields: 'id bytes descricao',
    identity: byId,
    keys: { bytes: field('bytes'), description: lower('descricao') },
  },
  { field: 'leads', args: 'status: "todos"', fields: 'id', identity: byId },
  { field: 'experiments', fields: 'id', identity: byId },
  { field: 'replaySessions', fields: 'id iniciada_em', identity: byId },
];

describe('the orders of lists of Pages', () => {
  it.each(LISTS)('$field: pages meet in each, whatever is equal or missing', async (list) => {
    const args = list.field === 'experiments' ? `pageId: "${testedId}"` : list.args;
    await expectOrders(session, ordersOfQuery('pages', list.field), { ...list, args });
  });
});

describe('the number of items of a list of Pages', () => {
  it.each([
    ['leads(status: "spam", first: 1)', 4],
    ['leads(q: "APPLE", status: "todos", first: 1)', 2],
    ['leads(q: "%")', 0],
    ['pages(q: "pear", first: 1)', 2],
    ['pages(status: "apagada")', 0],
  ])('of %s is that of all pages', async (list, count) => {
    const data = await graphqlData(session, `{ list: ${list} { count countAtLeast } }`);
    expect(data.list).toEqual({ count, countAtLeast: count });
  });

  it('costs one statement, and none where nobody asks for it', async () => {
    const counting = async (fields: string) => {
      const query = `{ leads { edges { node { id } } ${fields} } }`;
      const statements = await graphqlStatements(session, query, {}, /select/i);
      return statements.filter((text) => text.includes('count(*)'));
    };
    expect(await counting('')).toHaveLength(0);
    expect(await counting('count countAtLeast')).toHaveLength(1);
  });
});
