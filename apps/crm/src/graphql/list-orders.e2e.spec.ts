import { v7 } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import { crmStack } from '../../../../test/support/crm-stack.js';
import { graphqlData } from '../../../../test/support/graphql.js';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { expectOrders, ordersOfQuery, type SortedList } from '../../../../test/support/list-orders.js';
import { graphqlStatements } from '../../../../test/support/statements.js';
import { useStack } from '../../../../test/support/use-stack.js';

const stack = useStack(() => crmStack({ ROLE: 'api' }));
let session: HttpClient;
let segmentId: string;

const byId = ({ id }: Record<string, unknown>) => String(id);
const NAMES = ['Éclair', 'apple', 'Banana', 'banana 2', 'Zeta', 'zeta 1', 'Ápice'];
const folded = (name: string) => name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

beforeAll(async () => {
  const tenant = await stack.createTenant();
  session = await tenant.session();
  const contacts: string[] = [];
  for (const [n, nome] of NAMES.entries()) {
    const { body } = await session.post('/v1/contatos', {
      email: `c${n}@example.com`,
      nome,
      estagio: 'cliente',
      marcadores: ['vip'],
    });
    contacts.push(body.id);
    await session.post('/v1/empresas', { nome });
  }
  // Of equal times the id decides.
  await stack.sql(
    `update contact set created_at = date_trunc('day', created_at) + (('x' || right(id, 1))::bit(4)::int % 2) * interval '1 hour'
     where tenant_id = $1`,
    [tenant.id],
  );
  const { createSegment } = await graphqlData(
    session,
    `mutation ($input: SegmentInput!) { createSegment(input: $input) { segmento { id } } }`,
    { input: { nome: 'VIP', criterios: [{ campo: 'marcadores', operador: 'contem', valor: 'vip' }] } },
  );
  segmentId = createSegment.segmento.id;
  for (const [n, contactId] of contacts.entries()) {
    const other = contacts[(n + 1) % contacts.length]!;
    await stack.sql(`insert into segment_member (tenant_id, segment_id, contact_id) values ($1, $2, $3)`, [
      tenant.id,
      segmentId,
      contactId,
    ]);
    await stack.sql(
      `insert into merge_suggestion (tenant_id, id, contact_id, other_id, score, reasons, status)
       values ($1, $2, $3, $4, 90, '{name}', 'pending')`,
      [tenant.id, v7(), ...[contactId, other].sort()],
    );
    await stack.sql(
      `insert into alert_event (tenant_id, id, alert_id, from_state, to_state, reason, occurred_at)
       values ($1, $2, $3, 'calm', 'fired', 'value', now())`,
      [tenant.id, v7(), v7()],
    );
    await stack.sql(
      `insert into erasure_request (tenant_id, id, contact_id, status, channel, created_by, outcome)
       values ($1, $2, $3, 'pending', 'email', 'usr_0000000000000001', '{}')`,
      [tenant.id, v7(), contactId],
    );
    await stack.sql(
      `insert into contact_import (tenant_id, id, author_id, state, is_dry_run, if_exists, mapping, tags, format, file_bytes)
       values ($1, $2, 'usr_0000000000000001', 'completed', false, 'skip', '{}', '{}', 'csv', 1)`,
      [tenant.id, v7()],
    );
    await stack.sql(
      `insert into contact_export_file (tenant_id, id, author_id, state, format, filters, total)
       values ($1, $2, 'usr_0000000000000001', 'expired', 'csv', '{}', 1)`,
      [tenant.id, v7()],
    );
  }
});

const LISTS: SortedList[] = [
  { field: 'contacts', fields: 'id', identity: byId },
  { field: 'contacts', args: 'marcador: "vip"', fields: 'id', identity: byId },
  { field: 'customers', fields: 'id', identity: byId },
  { field: 'companies', fields: 'id nome', identity: byId, keys: { name: ({ nome }) => folded(String(nome)) } },
  { field: 'mergeSuggestions', fields: 'id', identity: byId },
  { field: 'alertEvents', fields: 'id', identity: byId },
  { field: 'erasureRequests', fields: 'id', identity: byId },
  { field: 'contactImports', fields: 'id', identity: byId },
  { field: 'contactExportFiles', fields: 'id', identity: byId },
];

describe('the orders of lists of the CRM', () => {
  it.each(LISTS)('$field $args: pages meet in each, whatever is equal or missing', async (list) => {
    await expectOrders(session, ordersOfQuery('crm', list.field), list);
  });

  it('are those of the contacts of a segment, too', async () => {
    await expectOrders(session, ordersOfQuery('crm', 'contacts'), {
      field: 'contacts',
      fields: 'id',
      identity: byId,
      path: ['segment', 'contacts'],
      around: (connection) => `{ segment(id: "${segmentId}") { ${connection} } }`,
    });
  });
});

describe('the number of items of a list of the CRM', () => {
  it.each([
    ['contacts(q: "ban")', 2],
    ['contacts(q: "nobody@example.com")', 0],
    ['contacts(marcador: "VIP", first: 1)', 7],
    ['customers(estagio: "novo")', 0],
    ['companies(q: "banana", first: 1)', 2],
  ])('of %s is that of all pages', async (list, count) => {
    const data = await graphqlData(session, `{ list: ${list} { count countAtLeast } }`);
    expect(data.list).toEqual({ count, countAtLeast: count });
  });

  it('of the contacts of companies is counted for all of them at once', async () => {
    const query = '{ companies(first: 5) { edges { node { contacts(first: 1) { count } } } } }';
    const { companies } = await graphqlData(session, query);
    expect(companies.edges.map(({ node }: { node: { contacts: object } }) => node.contacts)).toEqual(
      Array.from({ length: 5 }, () => ({ count: 0 })),
    );
    const counting = await graphqlStatements(session, query, {}, /count\(\*\)/);
    expect(counting).toHaveLength(1);
  });

  it('costs one statement, and none where nobody asks for it', async () => {
    const counting = async (fields: string) => {
      const query = `{ contacts { edges { node { id } } ${fields} } }`;
      const statements = await graphqlStatements(session, query, {}, /select/i);
      return statements.filter((text) => text.includes('count(*)'));
    };
    expect(await counting('')).toHaveLength(0);
    expect(await counting('count countAtLeast')).toHaveLength(1);
  });
});
