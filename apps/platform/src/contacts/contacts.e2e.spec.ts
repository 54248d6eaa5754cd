import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { newId } from '#libs/core/persistence';
import { HttpSink } from '#libs/test/testing';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { platformStack } from '../../../../test/support/platform-stack.js';
import { useStack } from '../../../../test/support/use-stack.js';

const sink = useStack(() => HttpSink.start());
const stack = useStack(() => platformStack({ environment: { OUTBOUND_ALLOW: sink.host } }));

const member = async (): Promise<HttpClient> => (await stack.createTenant()).session('member');

async function added(session: HttpClient, body: object) {
  const answer = await session.post('/api/contacts', body);
  expect(answer.status).toBe(201);
  return answer.body.Contact;
}

const fiftyOne = Array.from({ length: 51 }, (_, n) => n);

const names = (answer: { body: { Contacts: { Name: string }[] } }) => answer.body.Contacts.map(({ Name }) => Name);

describe('adding a contact', () => {
  it('answers the contact and where it is', async () => {
    const session = await member();
    const attributes = { city: 'Porto', 'favourite colour': 'blue' };
    const contact = {
      ExternalId: 'Customer 47/11',
      Email: 'Ana@Example.test',
      Phone: '+351912345678',
      Name: ' Ana Lima ',
      Attributes: attributes,
    };
    const answer = await session.post('/api/contacts', contact);
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      Contact: {
        ...contact,
        Email: 'Ana@example.test',
        Name: 'Ana Lima',
        Id: expect.stringMatching(/^cnt_[0-9a-f]{16}$/),
        CreatedAt: expect.stringMatching(/^\d{4}-.*Z$/),
        UpdatedAt: answer.body.Contact.CreatedAt,
      },
      RequestId: expect.any(String),
    });
    expect(answer.headers['location']).toBe(`/api/contacts/${answer.body.Contact.Id}`);
    const read = await session.get(String(answer.headers['location']));
    expect([read.status, read.body.Contact]).toEqual([200, answer.body.Contact]);
  });

  it('accepts an e-mail or a phone alone, and null for unknown fields', async () => {
    const session = await member();
    const byEmail = await added(session, { Email: 'a@example.test', Phone: null, Name: null, Attributes: null });
    expect(byEmail).toMatchObject({ Email: 'a@example.test', Phone: null, Name: null, Attributes: {} });
    expect(await added(session, { Phone: '+15551234567', Name: '  ' })).toMatchObject({ Email: null, Name: null });
  });

  it.each([
    ['josé@example.test', 'josé@example.test', 'JOSE\u0301@EXAMPLE.test'],
    ['user@münchen.test', 'user@xn--mnchen-3ya.test', 'User@XN--mnchen-3ya.test'],
    ['ΟΔΟΣ@example.test', 'οδος@example.test', 'οδος@example.test'],
    ['用户@例子.test', '用户@xn--fsqu00a.test', '用户@例子.TEST'],
    ['"john doe"@example.test', '"john doe"@example.test', '"John Doe"@example.test'],
    ['Ana Lima <Ana@example.test>', 'Ana@example.test', 'ana@example.test'],
  ])('takes whatever can be sent to, and knows it again: %s', async (address, kept, other) => {
    const tenant = await stack.createTenant();
    const session = await tenant.session('member');
    const sent = await (await tenant.key()).post('/v1/emails/send', tenant.email({ to: [address] }));
    expect(sent.status).toBe(202);
    const { Id } = await added(session, { Email: address });
    expect((await session.get(`/api/contacts/${Id}`)).body.Contact.Email).toBe(kept);
    expect((await session.post('/api/contacts', { Email: other })).status).toBe(409);
    const rows = [
      { Email: other, Name: 'Known' },
      { Email: address, Attributes: { a: '1' } },
    ];
    const { body } = await session.post('/api/contacts/bulk', { Contacts: rows });
    expect([body.Created, body.Updated, body.Errors]).toEqual([0, 2, []]);
    const changed = await session.patch(`/api/contacts/${Id}`, { Email: address, Phone: '+15551234567' });
    expect(changed.body.Contact).toMatchObject({ Email: kept, Phone: '+15551234567', Name: 'Known' });
  });

  it('refuses a second contact with the same e-mail in any case, or the same phone, and names the field', async () => {
    const session = await member();
    await added(session, { Email: 'one@example.test', Phone: '+15551234567' });
    const email = await session.post('/api/contacts', { Email: 'ONE@example.TEST' });
    expect([email.status, email.body.Error.Code]).toEqual([409, 'AlreadyExists']);
    expect(email.body.Error.Details[0].Field).toBe('Email');
    const phone = await session.post('/api/contacts', { Email: 'two@example.test', Phone: '+15551234567' });
    expect([phone.status, phone.body.Error.Code]).toEqual([409, 'AlreadyExists']);
    expect(phone.body.Error.Details[0].Field).toBe('Phone');
    expect((await session.get('/api/contacts')).body.Contacts).toHaveLength(1);
  });

  it('has an ExternalId of its own, in the case that was given, by which it is found', async () => {
    const session = await member();
    const one = await added(session, { ExternalId: 'id-1', Email: 'one@example.test' });
    const other = await added(session, { ExternalId: 'ID-1', Email: 'two@example.test' });
    const again = await session.post('/api/contacts', { ExternalId: 'id-1', Email: 'three@example.test' });
    expect([again.status, again.body.Error.Code, again.body.Error.Details[0].Field]).toEqual([
      409,
      'AlreadyExists',
      'ExternalId',
    ]);
    const found = async (query: string) =>
      (await session.get(`/api/contacts?${query}`)).body.Contacts.map(({ Id }: { Id: string }) => Id);
    expect(await found('external_id=id-1')).toEqual([one.Id]);
    expect(await found('external_id=none')).toEqual([]);
    expect(await found('external_id=id-1&q=one@')).toEqual([one.Id]);
    expect(await found('external_id=id-1&q=two@')).toEqual([]);
    const list = (await session.post('/api/lists', { Name: 'Of one' })).body.List.Id;
    await session.post(`/api/lists/${list}/members`, { ContactIds: [one.Id] });
    expect(await found(`external_id=id-1&list_id=${list}`)).toEqual([one.Id]);
    expect(await found(`external_id=ID-1&list_id=${list}`)).toEqual([]);
    const change = (ExternalId: string | null) => session.patch(`/api/contacts/${other.Id}`, { ExternalId });
    expect((await change('id-1')).body.Error.Details[0].Field).toBe('ExternalId');
    expect((await change(null)).body.Contact.ExternalId).toBeNull();
    expect((await change('id-2')).body.Contact.ExternalId).toBe('id-2');
    expect(await found('external_id=id-2')).toEqual([other.Id]);
  });

  it.each(['', ' ', ' a', 'a ', 'x'.repeat(256)])('refuses the ExternalId %j', async (ExternalId) => {
    const { status, body } = await (await member()).post('/api/contacts', { ExternalId, Email: 'a@example.test' });
    expect([status, body.Error.Details[0].Field]).toEqual([400, 'ExternalId']);
  });

  it('needs an address beside an ExternalId', async () => {
    const { status, body } = await (await member()).post('/api/contacts', { ExternalId: 'id-1' });
    expect([status, body.Error.Details[0].Field]).toEqual([400, 'Email']);
  });

  it('takes one of many that come at once', async () => {
    const session = await member();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        session.post('/api/contacts', { Email: n % 2 ? 'same@example.test' : 'SAME@example.test' }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...new Array<number>(9).fill(409)]);
  });

  it.each<[string, object]>([
    ['Email', {}],
    ['Email', { Name: 'Nobody' }],
    ['Email', { Email: null, Phone: null }],
    ['Email', { Email: 'nobody' }],
    ['Email', { Email: 7 }],
    ['Phone', { Phone: '912345678' }],
    ['Phone', { Phone: '+0912345678' }],
    ['Name', { Email: 'a@example.test', Name: 'n'.repeat(201) }],
    ['Attributes', { Email: 'a@example.test', Attributes: { age: 7 } }],
    ['Attributes', { Email: 'a@example.test', Attributes: [] }],
    ['Attributes', { Email: 'a@example.test', Attributes: { a: 'v'.repeat(1_001) } }],
    ['Attributes', { Email: 'a@example.test', Attributes: Object.fromEntries(fiftyOne.map((n) => [`a${n}`, ''])) }],
    ['Id', { Email: 'a@example.test', Id: 'cnt_0123456789abcdef' }],
  ])('refuses a malformed %s (%#)', async (field, body) => {
    const refused = await (await member()).post('/api/contacts', body);
    expect([refused.status, refused.body.Error.Code]).toEqual([400, 'ValidationError']);
    expect(refused.body.Error.Details[0].Field).toBe(field);
  });

  it('refuses a body over 2 MiB and a query', async () => {
    const session = await member();
    const large = await session.post('/api/contacts', { Email: 'a@example.test', Name: 'n'.repeat(2_200_000) });
    expect([large.status, large.body.Error.Code]).toEqual([413, 'PayloadTooLarge']);
    expect((await session.post('/api/contacts?x=1', { Email: 'a@example.test' })).status).toBe(422);
  });
});

describe('changing a contact', () => {
  it('changes the given fields, empties those that are null, and keeps the rest', async () => {
    const session = await member();
    const before = await added(session, { Email: 'a@example.test', Phone: '+15551234567', Name: 'Ana' });
    const path = `/api/contacts/${before.Id}`;
    const named = await session.patch(path, { Name: 'Ana Lima', Attributes: { city: 'Porto' } });
    expect(named.status).toBe(200);
    const changes = { Name: 'Ana Lima', Attributes: { city: 'Porto' }, UpdatedAt: expect.any(String) };
    expect(named.body.Contact).toEqual({ ...before, ...changes });
    const emptied = await session.patch(path, { Phone: null, Name: null, Attributes: null });
    expect(emptied.body.Contact).toMatchObject({ Email: 'a@example.test', Phone: null, Name: null, Attributes: {} });
    expect((await session.get(path)).body.Contact).toEqual(emptied.body.Contact);
  });

  it('refuses an empty change, the last address, malformed fields, and what another contact has', async () => {
    const session = await member();
    await added(session, { Email: 'other@example.test', Phone: '+15550000001' });
    const { Id } = await added(session, { Email: 'a@example.test' });
    const refused = async (body: object) => {
      const { status, body: answer } = await session.patch(`/api/contacts/${Id}`, body);
      return [status, answer.Error.Code, answer.Error.Details?.[0].Field];
    };
    expect(await refused({})).toEqual([422, 'MissingParameter', undefined]);
    expect(await refused({ Email: null })).toEqual([422, 'InvalidParameter', 'Email']);
    expect(await refused({ Email: 'none' })).toEqual([400, 'ValidationError', 'Email']);
    expect(await refused({ Nickname: 'A' })).toEqual([400, 'ValidationError', 'Nickname']);
    expect(await refused({ Email: 'Other@example.test' })).toEqual([409, 'AlreadyExists', 'Email']);
    expect(await refused({ Phone: '+15550000001' })).toEqual([409, 'AlreadyExists', 'Phone']);
    expect((await session.patch(`/api/contacts/${Id}`, { Email: null, Phone: '+15550000002' })).status).toBe(200);
  });

  it('leaves the time of the last change alone when nothing differs', async () => {
    const session = await member();
    const before = await added(session, { Email: 'a@example.test', Attributes: { a: '1', b: '2' } });
    const same = await session.patch(`/api/contacts/${before.Id}`, { Name: null, Attributes: { b: '2', a: '1' } });
    expect(same.body.Contact).toEqual(before);
  });

  it('is over once the contact is removed, whose e-mail is then free', async () => {
    const session = await member();
    const { Id } = await added(session, { Email: 'a@example.test' });
    const deleted = await session.delete(`/api/contacts/${Id}`);
    expect([deleted.status, deleted.text]).toEqual([204, '']);
    expect((await session.get(`/api/contacts/${Id}`)).status).toBe(404);
    expect((await session.delete(`/api/contacts/${Id}`)).status).toBe(404);
    await added(session, { Email: 'a@example.test' });
  });
});

describe('the list of contacts', () => {
  it('is read newest first, by pages', async () => {
    const session = await member();
    for (const Name of ['1', '2', '3', '4', '5']) await added(session, { Email: `${Name}@example.test`, Name });
    const first = await session.get('/api/contacts?limit=2');
    expect([first.status, names(first), first.body.HasMore]).toEqual([200, ['5', '4'], true]);
    const second = await session.get(`/api/contacts?limit=2&cursor=${first.body.NextCursor}`);
    expect([names(second), second.body.HasMore]).toEqual([['3', '2'], true]);
    const third = await session.get(`/api/contacts?limit=2&cursor=${second.body.NextCursor}`);
    expect([names(third), third.body.HasMore, third.body.NextCursor]).toEqual([['1'], false, 0]);
  });

  it('is searched by a part of name, e-mail or phone, in which % and _ are letters like any other', async () => {
    const session = await member();
    await added(session, { Email: 'zoe_100%@example.test', Name: 'Zoe' });
    await added(session, { Email: 'zoeX100Y@example.test', Name: 'Yan' });
    await added(session, { Phone: '+351912345678', Name: 'ÁGUA' });
    const search = async (q: string) => names(await session.get(`/api/contacts?q=${encodeURIComponent(q)}`));
    expect(await search('ZOE')).toEqual(['Yan', 'Zoe']);
    expect(await search('e_1')).toEqual(['Zoe']);
    expect(await search('100%')).toEqual(['Zoe']);
    expect(await search('91234')).toEqual(['ÁGUA']);
    expect(await search('água')).toEqual(['ÁGUA']);
    expect(await search('\\')).toEqual([]);
    const paged = await session.get('/api/contacts?q=zoe&limit=1');
    expect([names(paged), paged.body.HasMore]).toEqual([['Yan'], true]);
    const rest = await session.get(`/api/contacts?q=zoe&limit=1&cursor=${paged.body.NextCursor}`);
    expect([names(rest), rest.body.HasMore]).toEqual([['Zoe'], false]);
  });

  it('scans a bounded number of contacts at a time, and continues from there', async () => {
    const tenant = await stack.createTenant();
    const session = await tenant.session();
    const oldest = await added(session, { Email: 'needle@example.test', Name: 'Needle' });
    await stack.sql(
      `insert into contact (tenant_id, id, email) select $1, id, id || '@hay.test' from unnest($2::text[]) as id`,
      [tenant.id, Array.from({ length: 50_000 }, () => newId('cnt'))],
    );
    const found: string[] = [];
    let [cursor, pages] = [0, 0];
    do {
      const page = await session.get(`/api/contacts?q=needle&cursor=${cursor}`);
      found.push(...page.body.Contacts.map(({ Id }: { Id: string }) => Id));
      cursor = page.body.NextCursor;
      pages += 1;
    } while (cursor !== 0);
    expect([found, pages]).toEqual([[oldest.Id], 2]);
  });

  it('shows the members of a list alone', async () => {
    const session = await member();
    const one = await added(session, { Email: '1@example.test', Name: 'One' });
    await added(session, { Email: '2@example.test', Name: 'Two' });
    const three = await added(session, { Email: '3@example.test', Name: 'Three' });
    const list = (await session.post('/api/lists', { Name: 'Odd' })).body.List.Id;
    await session.post(`/api/lists/${list}/members`, { ContactIds: [one.Id, three.Id] });
    for (const path of [`/api/contacts?list_id=${list}&`, `/api/lists/${list}/members?`]) {
      const first = await session.get(`${path}limit=1`);
      expect([names(first), first.body.HasMore]).toEqual([['Three'], true]);
      const second = await session.get(`${path}limit=1&cursor=${first.body.NextCursor}`);
      expect([names(second), second.body.HasMore]).toEqual([['One'], false]);
      expect(names(await session.get(`${path}q=one`))).toEqual(['One']);
      expect(names(await session.get(`${path}q=two`))).toEqual([]);
    }
    expect((await session.get(`/api/contacts?list_id=${newId('lst')}`)).status).toBe(404);
    expect((await (await member()).get(`/api/contacts?list_id=${list}`)).status).toBe(404);
  });

  it.each(['limit=0', 'limit=201', 'limit=x', 'cursor=-1', 'cursor=x', 'list_id=lst_1', 'page=2', 'q=%00'])(
    'refuses %s',
    async (query) => {
      const refused = await (await member()).get(`/api/contacts?${query}`);
      expect([refused.status, refused.body.Error.Code]).toEqual([422, 'InvalidParameter']);
    },
  );

  it('is read by GraphQL, too', async () => {
    const session = await member();
    await added(session, { ExternalId: 'a1', Email: 'a@example.test', Name: 'A', Attributes: { city: 'Porto' } });
    await added(session, { Email: 'b@example.test', Name: 'B' });
    const query = `query ($q: String, $id: String, $cursor: String, $limit: Int!) {
      contactPage(q: $q, externalId: $id, cursor: $cursor, limit: $limit) {
        contacts { id externalId email phone name attributes { name value } createdAt updatedAt } nextCursor hasMore
      }
    }`;
    const ask = async (variables: object) => (await session.post('/graphql', { query, variables })).body;
    const first = (await ask({ limit: 1 })).data.contactPage;
    expect(first).toMatchObject({ contacts: [{ name: 'B', attributes: [] }], hasMore: true });
    const second = (await ask({ limit: 1, cursor: first.nextCursor })).data.contactPage;
    expect(second).toMatchObject({
      contacts: [{ externalId: 'a1', email: 'a@example.test', phone: null }],
      hasMore: false,
    });
    expect(second.contacts[0].attributes).toEqual([{ name: 'city', value: 'Porto' }]);
    expect((await ask({ limit: 50, id: 'a1' })).data.contactPage.contacts).toEqual(second.contacts);
    expect((await ask({ limit: 50, q: 'b@' })).data.contactPage.contacts).toHaveLength(1);
    expect((await ask({ limit: 500 })).errors).toHaveLength(1);
  });
});

describe('what webhooks hear of contacts', () => {
  it('is each contact that is added or changed, and not a change that changes nothing', async () => {
    const tenant = await stack.createTenant();
    const session = await tenant.session('admin');
    const Events = ['contact.created', 'contact.updated'];
    expect((await session.post('/api/webhooks', { Url: sink.url, Events })).status).toBe(201);
    const contact = await added(session, { ExternalId: 'a1', Email: 'a@example.test', Name: 'A' });
    await session.patch(`/api/contacts/${contact.Id}`, { Name: 'B', Attributes: { city: 'Porto' } });
    await session.patch(`/api/contacts/${contact.Id}`, { Name: 'B' });
    await session.post('/api/contacts', { Email: 'a@example.test' });
    await session.post('/api/contacts/bulk', {
      Contacts: [{ Email: 'b@example.test' }, { Email: 'a@example.test', Name: 'C' }],
    });
    const rows = await stack.sql<{ payload: string }>(
      'select payload from webhook_delivery where tenant_id = $1 order by id',
      [tenant.id],
    );
    const told = rows.map(({ payload }) => JSON.parse(payload)).map(({ EventType, Data }) => [EventType, Data]);
    const a = { ContactId: contact.Id, ExternalId: 'a1', Email: 'a@example.test', Phone: null };
    expect(told).toEqual([
      ['contact.created', { ...a, Name: 'A', Attributes: {} }],
      ['contact.updated', { ...a, Name: 'B', Attributes: { city: 'Porto' } }],
      ['contact.created', expect.objectContaining({ Email: 'b@example.test' })],
      ['contact.updated', { ...a, Name: 'C', Attributes: { city: 'Porto' } }],
    ]);
  });
});

describe('who may do what', () => {
  it.each([
    ['GET', undefined],
    ['PATCH', { Name: 'Mine' }],
    ['PATCH', { Name: 7 }],
    ['DELETE', undefined],
  ])('%s %j answers the same 404 for a foreign, an unknown and a malformed id', async (method, body) => {
    const own = await member();
    const rival = await member();
    const contact = await added(own, { Email: 'a@example.test' });
    const bodies = new Set<string>();
    for (const id of [contact.Id, newId('cnt'), 'cnt_1', 'bulk']) {
      const answer = await rival.send(method, `/api/contacts/${id}`, body && JSON.stringify(body));
      expect(answer.status).toBe(404);
      bodies.add(JSON.stringify(answer.body.Error));
    }
    expect(bodies.size).toBe(1);
    expect((await own.get(`/api/contacts/${contact.Id}`)).body.Contact).toEqual(contact);
  });

  it('lets two accounts have the same contact, and shows each its own one', async () => {
    const [one, other] = await Promise.all([member(), member()]);
    const mine = await added(one, { Email: 'a@example.test' });
    const theirs = await added(other, { Email: 'a@example.test' });
    expect((await one.get('/api/contacts')).body.Contacts).toEqual([mine]);
    expect((await other.get('/api/contacts')).body.Contacts).toEqual([theirs]);
  });

  it('requires a session', async () => {
    const tenant = await stack.createTenant();
    for (const client of [stack.anonymous, await tenant.key()]) {
      expect((await client.get('/api/contacts')).status).toBe(401);
      expect((await client.post('/api/contacts', { nonsense: 1 })).status).toBe(401);
      expect((await client.post('/api/contacts/bulk', { Contacts: [] })).status).toBe(401);
    }
  });

  it('shows no row to a query that names no tenant', async () => {
    await added(await member(), { Email: 'a@example.test' });
    const client = new pg.Client({ connectionString: stack.database.url });
    await client.connect();
    for (const table of ['contact', 'contact_list', 'contact_list_member'])
      expect((await client.query(`select 1 from ${table}`)).rowCount).toBe(0);
    await client.end();
  });
});
