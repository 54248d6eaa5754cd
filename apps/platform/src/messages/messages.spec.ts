import { beforeEach, describe, expect, it } from 'vitest';
import { newId } from '#libs/core/persistence';
import { waitUntil } from '#libs/test/testing';
import type { Answer, HttpClient } from '../../../../test/support/http-client.js';
import { platformStack, type TestTenant } from '../../../../test/support/platform-stack.js';
import { useStack } from '../../../../test/support/use-stack.js';

const stack = useStack(platformStack);
let tenant: TestTenant;
let key: HttpClient;

/** A history of one's own for each test. */
beforeEach(async () => {
  tenant = await stack.createTenant();
  key = await tenant.key();
});

const list = (query = ''): Promise<Answer> => key.get(`/v1/emails${query}`);

async function send(count: number, changes: (n: number) => object = () => ({})): Promise<string[]> {
  const items = Array.from({ length: count }, (_, n) => ({ ...tenant.email(), ...changes(n) }));
  const { body } = await key.post('/v1/emails/batch', { Messages: items });
  return body.Results.map(({ MessageId }: { MessageId: string }) => MessageId);
}

const idsOf = ({ body }: Answer): string[] => body.Messages.map(({ Id }: { Id: string }) => Id);

/** Every page from the first on; `between` happens after each. */
async function pages(query: string, between: () => Promise<unknown> = async () => undefined): Promise<string[][]> {
  const found: string[][] = [];
  let cursor = 0;
  do {
    const answer = await list(`?${query}&cursor=${cursor}`);
    found.push(idsOf(answer));
    expect(answer.body.HasMore).toBe(answer.body.NextCursor !== 0);
    cursor = answer.body.NextCursor;
    await between();
  } while (cursor !== 0);
  return found;
}

describe('the history of e-mails', () => {
  it('is empty at first, with no further page', async () => {
    const { status, body } = await list();
    expect(status).toBe(200);
    expect(body).toEqual({ Messages: [], NextCursor: 0, HasMore: false, RequestId: expect.any(String) });
  });

  it('shows each message once over all pages, newest first, while new ones arrive', async () => {
    const ids = await send(53);
    const found = await pages('limit=10', () => send(3));
    expect(found.flat()).toEqual(ids.toReversed());
    expect(found.map((page) => page.length)).toEqual([10, 10, 10, 10, 10, 3]);
  });

  it('ends with a full page that says so', async () => {
    await send(20);
    expect((await pages('limit=10')).map((page) => page.length)).toEqual([10, 10]);
    expect((await pages('limit=20')).map((page) => page.length)).toEqual([20]);
    expect((await pages('limit=1')).flat()).toHaveLength(20);
  });

  it('begins anew with the cursor 0, and has nothing behind one of before everything', async () => {
    const ids = await send(2);
    expect(idsOf(await list('?cursor=0'))).toEqual(ids.toReversed());
    expect(idsOf(await list('?cursor=1'))).toEqual([]);
    expect(idsOf(await list(`?cursor=${Number.MAX_SAFE_INTEGER}`))).toEqual(ids.toReversed());
  });

  it('shows 50 by default, and 200 at most', async () => {
    await send(201);
    expect(idsOf(await list())).toHaveLength(50);
    expect(idsOf(await list('?limit=200'))).toHaveLength(200);
    expect((await list('?limit=201')).status).toBe(422);
  });

  it('shows what a message is', async () => {
    const [id] = await send(1, () => ({ ...tenant.email({ subject: 'Olá' }), Tags: { order: '7' } }));
    const { body } = await list();
    expect(body.Messages[0]).toMatchObject({
      Id: id,
      Channel: 'email',
      From: tenant.source,
      To: 'someone@example.test',
      Subject: 'Olá',
      Tags: { order: '7' },
    });
  });

  it('is filtered by status', async () => {
    stack.mail.refuse('gone@example.test', { code: 550 });
    const [sent, failed] = await send(2, (n) => (n === 0 ? {} : tenant.email({ to: ['gone@example.test'] })));
    await waitUntil(async () => idsOf(await list('?status=failed')).length === 1, { what: 'the failure' });
    await waitUntil(async () => idsOf(await list('?status=sent')).length === 1, { what: 'the sending' });
    expect(idsOf(await list('?status=failed'))).toEqual([failed]);
    expect(idsOf(await list('?status=sent'))).toEqual([sent]);
    expect(idsOf(await list('?status=bounced'))).toEqual([]);
  });

  it('pages through what a filter leaves, without loss or repetition', async () => {
    const subjectOf = (n: number) => (n % 3 === 0 ? 'Invoice' : 'Other');
    const ids = await send(60, (n) => tenant.email({ subject: subjectOf(n) }));
    const wanted = ids.filter((_, n) => n % 3 === 0).toReversed();
    expect((await pages('q=invoice&limit=7')).flat()).toEqual(wanted);
  });
});

describe('the search text', () => {
  const subjects = ['100% off', '100 percent off', 'a_b', 'axb', 'c\\d', 'c/d', "it's", 'Ünïcode'];
  let ids: string[];

  beforeEach(async () => {
    ids = await send(subjects.length, (n) => tenant.email({ subject: subjects[n] ?? '', to: [`r${n}@example.test`] }));
  });

  const search = async (text: string) => idsOf(await list(`?q=${encodeURIComponent(text)}`)).toReversed();

  it.each([
    ['100%', [0]],
    ['%', [0]],
    ['0% o', [0]],
    ['a_b', [2]],
    ['\\', [4]],
    ['c\\d', [4]],
    ['\\d', [4]],
    ["'", [6]],
    ['ünï', [7]],
    ['OFF', [0, 1]],
    ['r3@example', [3]],
    ['nothing of this', []],
  ])('%s is taken as it is', async (text, expected) => {
    expect(await search(text)).toEqual(expected.map((n) => ids[n]));
  });

  it('finds senders, too, and all when it is empty', async () => {
    expect(await search(tenant.source)).toEqual(ids);
    expect(await search('')).toEqual(ids);
  });
});

describe('a query that is wrong', () => {
  it.each([
    ['?surprise=1', 'surprise'],
    ['?page=2', 'page'],
    ['?offset=10', 'offset'],
    ['?channel=sms', 'channel'],
    ['?channel=email', 'channel'],
    ['?status=lost', 'status'],
    ['?status=', 'status'],
    ['?cursor=garbage', 'cursor'],
    ['?cursor=-1', 'cursor'],
    ['?cursor=9007199254740993', 'cursor'],
    ['?cursor=', 'cursor'],
    ['?limit=0', 'limit'],
    ['?limit=-5', 'limit'],
    ['?limit=201', 'limit'],
    ['?limit=ten', 'limit'],
    [`?q=${'x'.repeat(201)}`, 'q'],
  ])('%s is 422 and says which parameter', async (query, name) => {
    const { status, body } = await list(query);
    expect([status, body.Error.Code]).toEqual([422, 'InvalidParameter']);
    expect(body.Error.Details[0].Field).toBe(name);
    expect(body.Error.Message).toContain(name);
  });
});

describe('one message', () => {
  const read = (id: string) => key.get(`/v1/emails/${id}`);

  it('is shown with its content and its timeline', async () => {
    const [id = ''] = await send(1, () => ({ Headers: { 'X-Campaign': 'one' } }));
    const { status, body } = await read(id);
    expect(status).toBe(200);
    expect(body.Message).toMatchObject({
      Id: id,
      Body: { Text: 'Hello.', Html: null },
      Headers: { 'X-Campaign': 'one' },
      Metadata: { Environment: 'test', ToAddresses: ['someone@example.test'] },
    });
    expect(body.Events[0]).toEqual({
      Id: expect.stringMatching(/^evt_[0-9a-f]{16}$/),
      Type: 'queued',
      Environment: 'test',
      OccurredAt: body.Message.CreatedAt,
      Detail: {},
    });
  });

  it.each([
    () => newId('msg'),
    () => newId('sms'),
    () => 'msg_0',
    () => `${newId('msg')}0`,
    () => newId('msg').toUpperCase(),
    () => 'x',
  ])('that is none is 404 (%#)', async (id) => {
    const { status, body } = await read(id());
    expect([status, body.Error.Code]).toEqual([404, 'NotFound']);
  });

  it('of another tenant is 404, with the same message', async () => {
    const [id = ''] = await send(1);
    const otherTenant = await (await stack.createTenant()).key();
    const [foreign, unknown] = [
      await otherTenant.get(`/v1/emails/${id}`),
      await otherTenant.get(`/v1/emails/${newId('msg')}`),
    ];
    expect(foreign.status).toBe(404);
    expect(foreign.body.Error).toEqual(unknown.body.Error);
  });

  it('of another channel is 404', async () => {
    const { body } = await key.post('/v1/sms/send', { To: ['+351912345678'], Body: 'Hello' });
    expect(body.MessageId).toMatch(/^sms_/);
    expect((await read(body.MessageId)).status).toBe(404);
    expect(idsOf(await list())).toEqual([]);
  });
});

describe('the history in GraphQL', () => {
  const PAGE = `query ($cursor: String, $limit: Int!, $status: String, $q: String) {
    messagePage(cursor: $cursor, limit: $limit, status: $status, q: $q) {
      nextCursor hasMore messages { id channel status from to subject error createdAt sentAt }
    }
  }`;
  const ONE = `query ($id: ID!) {
    message(id: $id) { message { id subject } body { text html } events { id type occurredAt reason } attachmentCount }
  }`;

  const ask = (client: HttpClient, query: string, variables: object) => client.post('/graphql', { query, variables });

  it('is the same as over REST, page by page', async () => {
    await send(25);
    const session = await tenant.session('member');
    let [cursor, next] = ['0', 0];
    do {
      const { body } = await ask(session, PAGE, { cursor, limit: 10 });
      const rest = await list(`?limit=10&cursor=${next}`);
      const page = body.data.messagePage;
      expect(page.messages.map(({ id }: { id: string }) => id)).toEqual(idsOf(rest));
      expect(page.messages[0]).toMatchObject({ channel: 'email', from: tenant.source, subject: 'Hello' });
      expect([page.nextCursor, page.hasMore]).toEqual([String(rest.body.NextCursor), rest.body.HasMore]);
      [cursor, next] = [page.nextCursor, rest.body.NextCursor];
    } while (next !== 0);
  });

  it('shows one message as REST does', async () => {
    const [id = ''] = await send(1);
    const { body } = await ask(await tenant.session(), ONE, { id });
    const rest = await key.get(`/v1/emails/${id}`);
    const { message, body: content, events, attachmentCount } = body.data.message;
    expect(message).toEqual({ id, subject: 'Hello' });
    expect(content).toEqual({ text: 'Hello.', html: null });
    expect(attachmentCount).toBe(0);
    expect(events[0]).toMatchObject({ id: rest.body.Events[0].Id, type: 'queued', reason: null });
  });

  it('takes the filters', async () => {
    const [, wanted] = await send(2, (n) => tenant.email({ subject: n === 0 ? 'a%b' : 'a_b' }));
    const { body } = await ask(await tenant.session(), PAGE, { limit: 10, q: '_' });
    expect(body.data.messagePage.messages.map(({ id }: { id: string }) => id)).toEqual([wanted]);
  });

  it('is for sessions alone', async () => {
    for (const client of [stack.anonymous, key]) {
      const { body } = await ask(client, PAGE, { limit: 10 });
      expect(body.data?.messagePage ?? null).toBeNull();
      expect(body.errors[0].extensions.code).toBe('AuthorizationError');
    }
  });

  it("answers NotFound for another tenant's message, as for an unknown one", async () => {
    const [id = ''] = await send(1);
    const otherTenant = await (await stack.createTenant()).session();
    for (const one of [id, newId('msg'), 'x']) {
      const { body } = await ask(otherTenant, ONE, { id: one });
      expect(body.data).toEqual({ message: null });
      expect(body.errors[0].extensions.code).toBe('NotFound');
    }
    const { body } = await ask(otherTenant, PAGE, { limit: 10 });
    expect(body.data.messagePage.messages).toEqual([]);
  });

  it('takes the tenant from X-Service-Tenant only when it is one of the session', async () => {
    const session = await tenant.session();
    const other = await stack.createTenant();
    const own = await session
      .with({ 'x-service-tenant': tenant.slug })
      .post('/graphql', { query: PAGE, variables: { limit: 1 } });
    expect(own.body.data.messagePage.messages).toEqual([]);
    const foreign = await session
      .with({ 'x-service-tenant': other.slug })
      .post('/graphql', { query: PAGE, variables: { limit: 1 } });
    expect(foreign.body.errors[0].extensions.code).toBe('NotFound');
  });

  it('can be looked into outside production', async () => {
    const { body } = await ask(await tenant.session(), '{ schema: __schema { queryType { name } } }', {});
    expect(body.data.schema.queryType.name).toBe('Query');
  });
});

describe('GraphQL in production', () => {
  it('does not tell of its schema', async () => {
    const production = await platformStack({
      environment: {
        NODE_ENV: 'production',
        ALLOWED_ORIGINS: 'https://app.example.com',
        PUSH_SUBJECT: 'mailto:ops@example.com',
      },
    });
    try {
      const session = await (await production.createTenant()).session();
      const { body } = await session.post('/graphql', { query: '{ schema: __schema { queryType { name } } }' });
      expect(body.data?.schema ?? null).toBeNull();
      expect(body.errors[0].extensions.code).toBe('GRAPHQL_VALIDATION_FAILED');
    } finally {
      await production.close();
    }
  });
});
