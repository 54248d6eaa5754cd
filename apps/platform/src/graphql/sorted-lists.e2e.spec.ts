import { beforeAll, describe, expect, it } from 'vitest';
import { graphqlCodes, graphqlData } from '../../../../test/support/graphql.js';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { platformStack, type TestTenant } from '../../../../test/support/platform-stack.js';
import { graphqlStatements } from '../../../../test/support/statements.js';
import { useStack } from '../../../../test/support/use-stack.js';

const stack = useStack(() => platformStack({ environment: { ROLE: 'api' } }));
let tenant: TestTenant;
let session: HttpClient;

interface Page {
  edges: { node: Record<string, string> }[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
  count?: number | null;
  countAtLeast?: number;
}

/** A page of a list, with one field of each item. */
async function pageOf(list: string, args: string, field: string, more = ''): Promise<Page> {
  const text = args ? `(${args})` : '';
  const query = `{ ${list}${text} { edges { node { ${field} } } pageInfo { hasNextPage endCursor } ${more} } }`;
  return (await graphqlData(session, query))[list] as Page;
}

/** A field of all items, read by pages of two. */
async function allOf(list: string, sort: string, field: string): Promise<string[]> {
  const found: string[] = [];
  let after = '';
  for (let pages = 0; pages < 20; pages += 1) {
    const { edges, pageInfo } = await pageOf(list, `first: 2, sort: ${sort}${after}`, field);
    found.push(...edges.map(({ node }) => node[field]!));
    if (!pageInfo.hasNextPage) return found;
    after = `, after: ${JSON.stringify(pageInfo.endCursor)}`;
  }
  throw new Error('The pages have no end');
}

/** In the order in which they are made. */
const NAMES = ['pear', 'Éclair', 'apple', 'Banana', 'éclair 2', 'apple pie'];

beforeAll(async () => {
  tenant = await stack.createTenant();
  session = await tenant.session();
  for (const Name of NAMES) {
    const template = { Name, Channel: 'email', Subject: 'Hello', Text: 'Hello' };
    await session.post('/api/templates', template);
    await session.post('/api/lists', { Name, Slug: `list-${NAMES.indexOf(Name)}` });
    const address = `n${NAMES.indexOf(Name)}@example.test`;
    await session.post('/api/contacts', { Email: address, Name });
  }
  for (let n = 0; n < 3; n += 1) {
    await session.post('/api/messages/send', { Channel: 'email', ...tenant.email({ subject: `mail ${n}` }) });
    await session.post('/api/messages/send', { Channel: 'sms', To: ['+15005550100'], Body: `text ${n}` });
  }
});

describe('lists in another order', () => {
  it.each([
    ['templates', 'name'],
    ['contactLists', 'name'],
    ['contacts', 'name'],
  ])('of %s begin with the newest or the oldest, page by page', async (list, field) => {
    expect(await allOf(list, 'oldest', field)).toEqual(NAMES);
    expect(await allOf(list, 'newest', field)).toEqual(NAMES.toReversed());
    const { edges } = await pageOf(list, '', field);
    expect(edges.map(({ node }) => node[field])).toEqual(NAMES.toReversed());
  });

  it('of templates follow the names, without regard to case', async () => {
    expect(await allOf('templates', 'name', 'name')).toEqual([
      'apple',
      'apple pie',
      'Banana',
      'pear',
      'Éclair',
      'éclair 2',
    ]);
  });

  it('of messages of all channels meet, page by page, also those that a filter scans', async () => {
    const oldest = await allOf('messages', 'oldest', 'id');
    expect(oldest).toHaveLength(6);
    expect(await allOf('messages', 'newest', 'id')).toEqual(oldest.toReversed());
    const { edges } = await pageOf('messages', 'sort: oldest, q: "mail", first: 2', 'subject');
    expect(edges.map(({ node }) => node['subject'])).toEqual(['mail 0', 'mail 1']);
  });

  it('refuse a cursor of another order, a changed one, and an order that there is not', async () => {
    const cursorOf = async (list: string, sort: string) =>
      JSON.stringify((await pageOf(list, `first: 2, sort: ${sort}`, 'id')).pageInfo.endCursor);
    const refused = (list: string, args: string) =>
      graphqlCodes(session, `{ ${list}(${args}) { edges { cursor } } }`, {});
    for (const [list, of, by] of [
      ['templates', 'newest', 'name'],
      ['templates', 'name', 'newest'],
      ['templates', 'name', 'oldest'],
      ['templates', 'oldest', 'name'],
      ['messages', 'newest', 'oldest'],
      ['messages', 'oldest', 'newest'],
    ] as const)
      expect(await refused(list, `sort: ${by}, after: ${await cursorOf(list, of)}`), `${list}: ${of}, ${by}`).toEqual([
        'InvalidParameter',
      ]);
    const written = (position: unknown) => `name.${Buffer.from(JSON.stringify(position)).toString('base64url')}`;
    for (const position of [null, 7, [], ['a'], ['a', 7], ['a', 'b', 'c'], ['a\0', 'b'], { 0: 'a', 1: 'b' }])
      expect(await refused('templates', `sort: name, after: ${JSON.stringify(written(position))}`)).toEqual([
        'InvalidParameter',
      ]);
    expect(await refused('templates', 'sort: name, after: "name."')).toEqual(['InvalidParameter']);
    expect(await refused('templates', 'sort: colour')).not.toEqual([]);
  });

  it('take null as no order', async () => {
    const query = 'query ($sort: TemplateSort) { templates(sort: $sort) { edges { node { name } } } }';
    const { templates } = await graphqlData(session, query, { sort: null });
    expect(templates.edges.map(({ node }: { node: { name: string } }) => node.name)).toEqual(NAMES.toReversed());
  });
});

describe('the number of items of a list', () => {
  it.each([
    ['templates', '', 6],
    ['templates', 'q: "APPLE"', 2],
    ['templates', 'q: "éCLAIR"', 2],
    ['templates', 'q: "%"', 0],
    ['campaigns', 'q: "apple"', 0],
    ['contactLists', '', 6],
    ['contacts', '', 6],
    ['contacts', 'q: "apple"', 2],
    ['messages', '', 6],
    ['messages', 'channel: "sms"', 3],
    ['messages', 'q: "mail 1"', 1],
    ['messages', 'recipient: "+15005550100"', 3],
    ['messages', 'to: "2020-02-01T00:00:00Z"', 0],
    ['pushDevices', '', 0],
  ] as const)('of %s(%s) is that of all pages', async (list, filter, count) => {
    const args = ['first: 1', filter].filter(Boolean).join(', ');
    expect(await pageOf(list, args, 'id', 'count countAtLeast')).toMatchObject({ count, countAtLeast: count });
  });

  it('costs nothing where nobody asks for it, and one statement for both fields', async () => {
    const query = (fields: string) => `{ templates(first: 1) { edges { node { id } } ${fields} } }`;
    const reads = async (fields: string) =>
      (await graphqlStatements(session, query(fields), {}, /^\s*select/i)).filter(
        (text) => !text.includes('set_config'),
      ).length;
    expect(await reads('')).toBe(1);
    expect(await reads('pageInfo { hasNextPage }')).toBe(1);
    expect(await reads('count')).toBe(2);
    expect(await reads('count countAtLeast')).toBe(2);
  });

  it('is null beyond what is counted, with what there is at least', async () => {
    const other = await stack.createTenant();
    await stack.sql(
      `insert into push_device (tenant_id, id, position, platform, token, token_hash, active, last_seen_at)
       select $1, gen_random_uuid(), n, 'web', 'x' || n, sha256(n::text::bytea), true, now() from generate_series(1, 10001) as n`,
      [other.id],
    );
    const query = '{ pushDevices(first: 1) { count countAtLeast } }';
    const { pushDevices } = await graphqlData(await other.session(), query);
    expect(pushDevices).toEqual({ count: null, countAtLeast: 10_000 });
  });

  it('is of the account of the session alone', async () => {
    const rival = await (await stack.createTenant()).session();
    for (const list of ['templates', 'contactLists', 'contacts', 'messages', 'campaigns'])
      expect(await graphqlData(rival, `{ ${list} { count countAtLeast } }`)).toEqual({
        [list]: { count: 0, countAtLeast: 0 },
      });
  });
});
