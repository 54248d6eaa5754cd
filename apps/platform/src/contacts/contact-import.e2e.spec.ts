import fc from 'fast-check';
import pg from 'pg';
import { describe, expect, it, vi } from 'vitest';
import { HttpSink } from '#libs/test/testing';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { platformStack } from '../../../../test/support/platform-stack.js';
import { useStack } from '../../../../test/support/use-stack.js';

const sink = useStack(() => HttpSink.start());
const stack = useStack(() => platformStack({ environment: { OUTBOUND_ALLOW: sink.host } }));

const member = async (): Promise<HttpClient> => (await stack.createTenant()).session('member');

async function imported(session: HttpClient, contacts: unknown[]) {
  const answer = await session.post('/api/contacts/bulk', { Contacts: contacts });
  expect(answer.status).toBe(200);
  const { RequestId, ...outcome } = answer.body;
  expect(RequestId).toMatch(/^req_/);
  return outcome;
}

/** The contacts of a tenant without what differs from run to run. */
async function contactsOf(session: HttpClient) {
  const { body } = await session.get('/api/contacts?limit=200');
  return (body.Contacts as Record<string, unknown>[])
    .map(({ ExternalId, Email, Phone, Name, Attributes }) => ({ ExternalId, Email, Phone, Name, Attributes }))
    .sort((one, other) => JSON.stringify(one).localeCompare(JSON.stringify(other)));
}

const emails = (count: number, more: object = {}) =>
  Array.from({ length: count }, (_, n) => ({ Email: `someone${n}@example.test`, ...more }));

describe('an import', () => {
  it('adds the contacts that are new and changes the others in what a row says', async () => {
    const session = await member();
    await session.post('/api/contacts', { Email: 'Old@example.test', Name: 'Old', Attributes: { a: '1' } });
    await session.post('/api/contacts', { Phone: '+15550000001', Name: 'By phone' });
    const outcome = await imported(session, [
      { Email: 'new@example.test', Name: 'New' },
      { Email: 'OLD@example.test', Phone: '+15550000002' },
      { Phone: '+15550000001', Name: null, Attributes: { b: '2' } },
      { Phone: '+15550000003' },
    ]);
    expect(outcome).toEqual({ Created: 2, Updated: 2, Errors: [] });
    expect(await contactsOf(session)).toEqual(
      [
        { Email: 'new@example.test', Phone: null, Name: 'New', Attributes: {} },
        { Email: 'OLD@example.test', Phone: '+15550000002', Name: 'Old', Attributes: { a: '1' } },
        { Email: null, Phone: '+15550000001', Name: 'By phone', Attributes: { b: '2' } },
        { Email: null, Phone: '+15550000003', Name: null, Attributes: {} },
      ].map((contact) => ({ ExternalId: null, ...contact })),
    );
  });

  it('reports the rows that it cannot take, by their place, and takes the others', async () => {
    const session = await member();
    await session.post('/api/contacts', { Email: 'owner@example.test', Phone: '+15550000001' });
    const outcome = await imported(session, [
      { Email: 'good@example.test' },
      { Email: 'bad' },
      { Name: 'Unreachable' },
      'text',
      null,
      { Email: 'other@example.test', Phone: '+15550000001' },
      { Email: 'stranger@example.test', Nickname: 'S' },
      { Phone: '+15550000009' },
    ]);
    expect([outcome.Created, outcome.Updated]).toEqual([2, 0]);
    type RowError = { Index: number; Error: { Code: string; Details: { Field: string }[] } };
    expect(outcome.Errors.map(({ Index, Error }: RowError) => [Index, Error.Code, Error.Details[0]?.Field])).toEqual([
      [1, 'ValidationError', 'Email'],
      [2, 'ValidationError', 'Email'],
      [3, 'ValidationError', ''],
      [4, 'ValidationError', ''],
      [5, 'AlreadyExists', 'Phone'],
      [6, 'ValidationError', 'Nickname'],
    ]);
    expect(outcome.Errors[0].Error).toMatchObject({ Type: 'Sender', Message: expect.stringContaining('Email') });
    expect(await contactsOf(session)).toHaveLength(3);
  });

  it.each([
    ['NUL', 'a\u0000b'],
    ['half a surrogate pair', 'a\ud800b'],
  ])('reports a row whose text holds %s like any other, and takes the others', async (_what, text) => {
    const session = await member();
    const outcome = await imported(session, [
      { Email: 'one@example.test', Name: 'Ana 😀' },
      { Email: 'two@example.test', Name: text },
      { Email: 'three@example.test', Attributes: { city: text } },
      { Email: 'four@example.test', Attributes: { [text]: 'Porto' } },
      { Email: `five${text}@example.test` },
      text,
      { Email: 'seven@example.test', Name: 'José' },
    ]);
    expect([outcome.Created, outcome.Updated]).toEqual([2, 0]);
    type RowError = { Index: number; Error: { Code: string; Details: { Field: string }[] } };
    expect(outcome.Errors.map(({ Index, Error }: RowError) => [Index, Error.Code, Error.Details[0]?.Field])).toEqual([
      [1, 'ValidationError', 'Name'],
      [2, 'ValidationError', 'Attributes.city'],
      [3, 'ValidationError', 'Attributes'],
      [4, 'ValidationError', 'Email'],
      [5, 'ValidationError', ''],
    ]);
    expect((await contactsOf(session)).map(({ Email, Name }) => [Email, Name])).toEqual([
      ['one@example.test', 'Ana 😀'],
      ['seven@example.test', 'José'],
    ]);
    const outside = await session.post('/api/contacts/bulk', { Contacts: [{ Email: 'a@example.test' }], More: text });
    expect([outside.status, outside.body.Error.Details[0].Field]).toEqual([400, 'More']);
    const single = await session.post('/api/contacts', { Email: 'a@example.test', Name: text });
    expect([single.status, single.body.Error.Details[0].Field]).toEqual([400, 'Name']);
  });

  it('applies the later of two rows about one contact, and counts it as an update', async () => {
    const session = await member();
    const outcome = await imported(session, [
      { Email: 'a@example.test', Name: 'First', Attributes: { a: '1' } },
      { Email: 'A@example.test', Name: 'Second' },
    ]);
    expect(outcome).toEqual({ Created: 1, Updated: 1, Errors: [] });
    const expected = { ExternalId: null, Email: 'A@example.test', Phone: null, Name: 'Second', Attributes: { a: '1' } };
    expect(await contactsOf(session)).toEqual([expected]);
  });

  it('adds an e-mail to a contact with a phone only, and moves a phone from one contact to another', async () => {
    const session = await member();
    await imported(session, [{ Phone: '+15550000001' }, { Email: 'a@example.test', Phone: '+15550000002' }]);
    const outcome = await imported(session, [
      { Email: 'b@example.test', Phone: '+15550000001' },
      { Email: 'a@example.test', Phone: '+15550000003' },
      { Email: 'b@example.test', Phone: '+15550000002' },
      { Email: 'c@example.test', Phone: '+15550000001' },
    ]);
    expect(outcome).toEqual({ Created: 1, Updated: 3, Errors: [] });
    expect((await contactsOf(session)).map(({ Email, Phone }) => [Email, Phone])).toEqual([
      ['a@example.test', '+15550000003'],
      ['b@example.test', '+15550000002'],
      ['c@example.test', '+15550000001'],
    ]);
  });

  it('finds the contact of a row by its ExternalId before its addresses', async () => {
    const session = await member();
    await imported(session, [
      { ExternalId: '1', Email: 'one@example.test', Phone: '+15550000001' },
      { ExternalId: '2', Email: 'two@example.test' },
      { Email: 'three@example.test', Name: 'Three' },
    ]);
    const outcome = await imported(session, [
      { ExternalId: '1', Email: 'new@example.test', Name: 'One' },
      { ExternalId: '2', Name: 'Two' },
      { ExternalId: '3', Email: 'three@example.test' },
      { ExternalId: '4', Email: 'one@example.test' },
      { ExternalId: '2', Email: 'THREE@example.test' },
      { ExternalId: '5', Phone: '+15550000001' },
      { ExternalId: '6', Name: 'Without an address' },
    ]);
    expect([outcome.Created, outcome.Updated]).toEqual([1, 3]);
    const told = outcome.Errors.map(
      ({ Index, Error }: { Index: number; Error: { Code: string; Details: { Field: string }[] } }) => [
        Index,
        Error.Code,
        Error.Details[0]?.Field,
      ],
    );
    expect(told).toEqual([
      [4, 'AlreadyExists', 'Email'],
      [5, 'AlreadyExists', 'Phone'],
      [6, 'ValidationError', 'Email'],
    ]);
    const contacts = await contactsOf(session);
    expect(contacts.map(({ ExternalId, Email, Name }) => [ExternalId, Email, Name])).toEqual([
      ['1', 'new@example.test', 'One'],
      ['2', 'two@example.test', 'Two'],
      ['3', 'three@example.test', 'Three'],
      ['4', 'one@example.test', null],
    ]);
  });

  it('has the same result as its rows one by one', async () => {
    const row = fc.record(
      {
        ExternalId: fc.constantFrom('id-1', 'id-2', 'ID-2', null),
        Email: fc.constantFrom('a@x.test', 'A@x.test', 'b@x.test', 'c@x.test', 'no address'),
        Phone: fc.constantFrom('+15550000001', '+15550000002', '+15550000003', null),
        Name: fc.constantFrom('One', 'Two', null),
        Attributes: fc.constantFrom({}, { a: '1' }, { a: '2' }),
      },
      { requiredKeys: [] },
    );
    const rows = fc.array(row, { minLength: 1, maxLength: 12 });
    const tenants = await Promise.all([stack.createTenant(), stack.createTenant()]);
    const [together, singly] = await Promise.all([tenants[0].session(), tenants[1].session()]);
    await fc.assert(
      fc.asyncProperty(rows, rows, async (before, after) => {
        await stack.sql('delete from contact where tenant_id = any($1)', [tenants.map(({ id }) => id)]);
        for (const contacts of [before, after]) {
          const outcome = await imported(together, contacts);
          const total = { Created: 0, Updated: 0, Errors: [] as object[] };
          for (const [Index, contact] of contacts.entries()) {
            const { Created, Updated, Errors } = await imported(singly, [contact]);
            total.Created += Created;
            total.Updated += Updated;
            total.Errors.push(...Errors.map(({ Error }: { Error: object }) => ({ Index, Error })));
          }
          expect(outcome).toEqual(total);
          expect(await contactsOf(together)).toEqual(await contactsOf(singly));
        }
      }),
      { numRuns: 25 },
    );
  });

  it('takes 5000 rows, and neither none nor one more', async () => {
    const session = await member();
    for (const contacts of [[], emails(5_001)]) {
      const refused = await session.post('/api/contacts/bulk', { Contacts: contacts });
      expect([refused.status, refused.body.Error.Code]).toEqual([422, 'InvalidParameter']);
      expect(refused.body.Error.Details[0].Field).toBe('Contacts');
    }
    expect((await session.post('/api/contacts/bulk', {})).status).toBe(400);
    expect((await session.post('/api/contacts/bulk', { Contacts: 'all' })).status).toBe(400);
    expect((await session.post('/api/contacts/bulk?dry=1', { Contacts: emails(1) })).status).toBe(422);
    expect(await imported(session, emails(5_000))).toEqual({ Created: 5_000, Updated: 0, Errors: [] });
    expect(await imported(session, emails(5_000, { Name: 'N' }))).toEqual({ Created: 0, Updated: 5_000, Errors: [] });
  });

  it('refuses a body over 2 MiB as a whole', async () => {
    const session = await member();
    const refused = await session.post('/api/contacts/bulk', { Contacts: emails(5_000, { Name: 'n'.repeat(500) }) });
    expect([refused.status, refused.body.Error.Code]).toEqual([413, 'PayloadTooLarge']);
    expect(await contactsOf(session)).toEqual([]);
  });

  it('adds each contact once in concurrent imports, in any order', async () => {
    const session = await member();
    const rows = emails(200);
    const outcomes = await Promise.all([
      ...Array.from({ length: 4 }, (_, n) => imported(session, n % 2 ? rows : rows.toReversed())),
      ...rows.slice(0, 20).map(async (row) => {
        const { status } = await session.post('/api/contacts', row);
        return { Created: status === 201 ? 1 : 0, Updated: status === 201 ? 0 : 1, Errors: [] };
      }),
    ]);
    expect(outcomes.reduce((sum, { Created }) => sum + Created, 0)).toBe(200);
    expect(outcomes.flatMap(({ Errors }) => Errors)).toEqual([]);
    expect(await contactsOf(session)).toHaveLength(200);
  });

  it('needs as many statements for a thousand rows as for two, and notifies webhooks of each contact', async () => {
    const tenant = await stack.createTenant();
    const session = await tenant.session('admin');
    const Events = ['contact.created', 'contact.updated'];
    expect((await session.post('/api/webhooks', { Url: sink.url, Events })).status).toBe(201);
    const statements = vi.spyOn(pg.Client.prototype, 'query');
    const counted = async (contacts: object[]) => {
      statements.mockClear();
      await imported(session, contacts);
      const { calls, contexts } = statements.mock;
      const texts = calls.map(([text]) => String(text));
      const isLock = (text: string) => text.includes('pg_advisory_xact_lock');
      const connection = contexts[texts.findIndex(isLock)];
      const ours = texts.filter((_, n) => contexts[n] === connection);
      const lock = ours.findIndex(isLock);
      // What runs between the beginning of the transaction and its end.
      const begin = ours.slice(0, lock).findLastIndex((text) => text.startsWith('begin;'));
      return ours.indexOf('COMMIT', lock) - begin - 1;
    };
    try {
      await imported(session, emails(1));
      const few = await counted(emails(2, { Name: 'Few' }));
      await imported(session, emails(500, { Name: 'Half' }));
      expect(await counted(emails(1_000, { Name: 'Many' }))).toBe(few);
      expect(few).toBe(6);
    } finally {
      statements.mockRestore();
    }
    const told = await stack.sql<{ type: string; count: number }>(
      `select event_type as type, count(*)::int as count from webhook_delivery where tenant_id = $1
       group by event_type order by event_type`,
      [tenant.id],
    );
    expect(told).toEqual([
      { type: 'contact.created', count: 1_000 },
      { type: 'contact.updated', count: 1 + 2 + 500 },
    ]);
  });
});
