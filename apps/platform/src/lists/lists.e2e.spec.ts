import { describe, expect, it } from 'vitest';
import { newId } from '#libs/core/persistence';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { platformStack } from '../../../../test/support/platform-stack.js';
import { useStack } from '../../../../test/support/use-stack.js';

const stack = useStack(platformStack);

const member = async (): Promise<HttpClient> => (await stack.createTenant()).session('member');

async function saved(session: HttpClient, body: object) {
  const answer = await session.post('/api/lists', body);
  expect([200, 201]).toContain(answer.status);
  return answer.body.List;
}

let number = 0;

async function contacts(session: HttpClient, count: number): Promise<string[]> {
  const domain = `${(number += 1)}.test`;
  const rows = Array.from({ length: count }, (_, n) => ({ Email: `someone${n}@${domain}` }));
  expect((await session.post('/api/contacts/bulk', { Contacts: rows })).body.Created).toBe(count);
  const found = await session.get(`/api/contacts?q=@${domain}&limit=200`);
  return found.body.Contacts.map(({ Id }: { Id: string }) => Id);
}

const count = async (session: HttpClient, list: string): Promise<number> =>
  (await session.get(`/api/lists/${list}`)).body.List.MemberCount;

const members = (ids: string[]) => ({ ContactIds: ids });

describe('saving a list', () => {
  it('adds it, and answers the list and where it is', async () => {
    const session = await member();
    const answer = await session.post('/api/lists', { Name: ' Clientes de São Paulo ', Description: 'All of them' });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      List: {
        Id: expect.stringMatching(/^lst_[0-9a-f]{16}$/),
        Name: 'Clientes de São Paulo',
        Slug: 'clientes-de-sao-paulo',
        Description: 'All of them',
        MemberCount: 0,
        PendingCount: 0,
        DoubleOptIn: false,
        Language: 'en',
        CreatedAt: expect.stringMatching(/Z$/),
        UpdatedAt: expect.stringMatching(/Z$/),
      },
      RequestId: expect.any(String),
    });
    const read = await session.get(String(answer.headers['location']));
    expect([read.status, read.body.List]).toEqual([200, answer.body.List]);
  });

  it('changes the given fields of the list with the slug', async () => {
    const session = await member();
    const first = await saved(session, { Name: 'News', Description: 'Weekly' });
    const again = await session.post('/api/lists', { Name: 'The News', Slug: 'news' });
    expect(again.status).toBe(200);
    expect(again.body.List).toEqual({ ...first, Name: 'The News', UpdatedAt: expect.any(String) });
    const emptied = await saved(session, { Name: 'News', Description: null });
    expect(emptied).toMatchObject({ Id: first.Id, Name: 'News', Description: null });
    expect((await session.get('/api/lists')).body.Lists).toHaveLength(1);
  });

  it('adds one of many that come at once', async () => {
    const session = await member();
    const answers = await Promise.all(Array.from({ length: 8 }, () => session.post('/api/lists', { Name: 'Same' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([...new Array<number>(7).fill(200), 201]);
    expect(new Set(answers.map(({ body }) => body.List.Id)).size).toBe(1);
  });

  it.each<[string, object]>([
    ['Name', {}],
    ['Name', { Name: '' }],
    ['Name', { Name: '  ' }],
    ['Name', { Name: null }],
    ['Name', { Name: 'n'.repeat(201) }],
    ['Slug', { Name: 'A', Slug: 'Not A Slug' }],
    ['Slug', { Name: 'A', Slug: '' }],
    ['Description', { Name: 'A', Description: 7 }],
    ['MemberCount', { Name: 'A', MemberCount: 7 }],
  ])('refuses a malformed %s (%#)', async (field, body) => {
    const refused = await (await member()).post('/api/lists', body);
    expect([refused.status, refused.body.Error.Code]).toEqual([400, 'ValidationError']);
    expect(refused.body.Error.Details[0].Field).toBe(field);
  });
});

describe('the lists of a tenant', () => {
  it('are read newest first, by pages, with the number of their members', async () => {
    const session = await member();
    for (const Name of ['1', '2', '3']) await saved(session, { Name });
    const [one] = await contacts(session, 1);
    const third = (await session.get('/api/lists?limit=1')).body.Lists[0].Id;
    await session.post(`/api/lists/${third}/members`, members([one!]));
    const first = await session.get('/api/lists?limit=2');
    const shown = first.body.Lists.map(({ Name, MemberCount }: Record<string, unknown>) => [Name, MemberCount]);
    expect([first.status, shown, first.body.HasMore]).toEqual([
      200,
      [
        ['3', 1],
        ['2', 0],
      ],
      true,
    ]);
    const second = await session.get(`/api/lists?limit=2&cursor=${first.body.NextCursor}`);
    expect(second.body).toMatchObject({ Lists: [{ Name: '1' }], NextCursor: 0, HasMore: false });
  });

  it.each(['limit=0', 'limit=201', 'cursor=-1', 'q=x'])('refuse %s', async (query) => {
    expect((await (await member()).get(`/api/lists?${query}`)).status).toBe(422);
  });

  it('are read by GraphQL, too', async () => {
    const session = await member();
    await saved(session, { Name: 'One' });
    await saved(session, { Name: 'Two' });
    const query = `query ($cursor: String) {
      contactListPage(cursor: $cursor, limit: 1) {
        lists { id name slug description memberCount createdAt updatedAt } nextCursor hasMore
      }
    }`;
    const first = (await session.post('/graphql', { query })).body.data.contactListPage;
    expect(first).toMatchObject({ lists: [{ name: 'Two', memberCount: 0 }], hasMore: true });
    const variables = { cursor: first.nextCursor };
    const second = (await session.post('/graphql', { query, variables })).body.data.contactListPage;
    expect(second).toMatchObject({ lists: [{ slug: 'one' }], nextCursor: '0', hasMore: false });
  });

  it('are gone once removed, and their members stay', async () => {
    const session = await member();
    const { Id } = await saved(session, { Name: 'Gone' });
    const ids = await contacts(session, 2);
    await session.post(`/api/lists/${Id}/members`, members(ids));
    const deleted = await session.delete(`/api/lists/${Id}`);
    expect([deleted.status, deleted.text]).toEqual([204, '']);
    expect((await session.get(`/api/lists/${Id}`)).status).toBe(404);
    expect((await session.get('/api/contacts')).body.Contacts).toHaveLength(2);
  });
});

describe('the members of a list', () => {
  it('are added once, however often they are named', async () => {
    const session = await member();
    const { Id } = await saved(session, { Name: 'L' });
    const ids = await contacts(session, 3);
    const path = `/api/lists/${Id}/members`;
    expect((await session.post(path, members([ids[0]!, ids[0]!, ids[1]!]))).body).toMatchObject({ Added: 2 });
    const again = await session.post(path, members(ids));
    expect([again.status, again.body.Added]).toEqual([200, 1]);
    expect((await session.post(path, members(ids))).body.Added).toBe(0);
    expect(await count(session, Id)).toBe(3);
    const removed = await session.send('DELETE', path, JSON.stringify(members([ids[0]!, ids[0]!, newId('cnt')])));
    expect([removed.status, removed.body.Removed]).toEqual([200, 1]);
    const left = (await session.get(path)).body.Contacts as { Id: string }[];
    expect(left.map((contact) => contact.Id)).toEqual([ids[1], ids[2]]);
    expect(await count(session, Id)).toBe(2);
  });

  it('are all added or none, when one is unknown or of another account', async () => {
    const [session, rival] = await Promise.all([member(), member()]);
    const { Id } = await saved(session, { Name: 'L' });
    const own = await contacts(session, 2);
    const bodies = new Set<string>();
    for (const unknownId of [newId('cnt'), ...(await contacts(rival, 1))]) {
      const refused = await session.post(`/api/lists/${Id}/members`, members([...own, unknownId]));
      expect([refused.status, refused.body.Error.Code]).toEqual([404, 'NotFound']);
      expect(refused.text).not.toContain(unknownId);
      bodies.add(JSON.stringify(refused.body.Error));
    }
    expect(bodies.size).toBe(1);
    expect(await count(session, Id)).toBe(0);
  });

  it.each<[string, unknown, number, string]>([
    ['no id', [], 422, 'InvalidParameter'],
    ['too many ids', Array.from({ length: 5_001 }, () => 'cnt_0123456789abcdef'), 422, 'InvalidParameter'],
    ['a malformed id', ['cnt_1'], 400, 'ValidationError'],
    ['a number', [7], 400, 'ValidationError'],
    ['a text', 'cnt_0123456789abcdef', 400, 'ValidationError'],
    ['nothing', undefined, 400, 'ValidationError'],
  ])('are not changed by %s', async (_what, ids, status, code) => {
    const session = await member();
    const { Id } = await saved(session, { Name: 'L' });
    for (const method of ['POST', 'DELETE']) {
      const text = JSON.stringify({ ContactIds: ids });
      const refused = await session.send(method, `/api/lists/${Id}/members`, text);
      expect([refused.status, refused.body.Error.Code]).toEqual([status, code]);
      expect(refused.body.Error.Details[0].Field).toBe('ContactIds');
    }
  });

  it('are counted exactly while they are added, taken off and removed all at once', async () => {
    const tenant = await stack.createTenant();
    const session = await tenant.session();
    const lists = [await saved(session, { Name: 'A' }), await saved(session, { Name: 'B' })].map(({ Id }) => Id);
    const ids = await contacts(session, 40);
    const rounds = Array.from({ length: 24 }, (_, n) => {
      const some = ids.filter((_id, at) => (at * 7 + n) % 3 === 0);
      const path = `/api/lists/${lists[n % 2]}/members`;
      const order = n % 4 < 2 ? some : some.toReversed();
      if (n % 3 === 0) return session.send('DELETE', path, JSON.stringify(members(order)));
      return session.post(path, members(order));
    });
    const removals = ids.slice(0, 10).map((id) => session.delete(`/api/contacts/${id}`));
    const answers = await Promise.all([...rounds, ...removals]);
    expect(answers.map(({ status }) => status).filter((status) => ![200, 204, 404].includes(status))).toEqual([]);
    await session.post(`/api/lists/${lists[0]}/members`, members(ids.slice(10)));
    const rows = await stack.sql<{ id: string; member_count: number; counted: number }>(
      `select id, member_count, (select count(*)::int from contact_list_member member
                                 where member.tenant_id = list.tenant_id and member.list_id = list.id) as counted
       from contact_list list where tenant_id = $1`,
      [tenant.id],
    );
    for (const row of rows) expect(row.member_count).toBe(row.counted);
    expect(await count(session, lists[0])).toBe(30);
  });
});

describe('who may do what', () => {
  const operations: [string, string, object?][] = [
    ['GET', ''],
    ['DELETE', ''],
    ['GET', '/members'],
    ['GET', '/members?unknown=1'],
    ['POST', '/members', { ContactIds: [] }],
    ['POST', '/members', { ContactIds: 'malformed' }],
    ['DELETE', '/members', { ContactIds: [] }],
  ];

  it.each(operations)(
    '%s %s %j answers the same 404 for an id of another tenant, an unknown and a malformed one',
    async (...of) => {
      const [method, suffix, body] = of;
      const [own, rival] = await Promise.all([member(), member()]);
      const list = await saved(own, { Name: 'Own' });
      const bodies = new Set<string>();
      for (const id of [list.Id, newId('lst'), 'lst_1', 'cnt_0123456789abcdef']) {
        const answer = await rival.send(method, `/api/lists/${id}${suffix}`, body && JSON.stringify(body));
        expect(answer.status).toBe(404);
        bodies.add(JSON.stringify(answer.body.Error));
      }
      expect(bodies.size).toBe(1);
      expect((await own.get('/api/lists')).body.Lists).toEqual([list]);
    },
  );

  it('requires a session', async () => {
    const tenant = await stack.createTenant();
    for (const client of [stack.anonymous, await tenant.key()]) {
      expect((await client.get('/api/lists')).status).toBe(401);
      expect((await client.post('/api/lists', { nonsense: 1 })).status).toBe(401);
      expect((await client.post(`/api/lists/${newId('lst')}/members`, {})).status).toBe(401);
    }
  });

  it('lets two accounts have lists of one slug', async () => {
    const [one, other] = await Promise.all([member(), member()]);
    const mine = await saved(one, { Name: 'News' });
    expect((await saved(other, { Name: 'News' })).Id).not.toBe(mine.Id);
  });
});
