import { getIntrospectionQuery } from 'graphql';
import { serverAudits } from 'graphql-http';
import { decodeJwt } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { CallCounter } from '#libs/core/limits';
import { platformStack } from '../support/platform-stack.js';
import { usePrepared, useStack } from '../support/use-stack.js';

const KIB = 1024;
const MIB = 1024 * KIB;
/** Limit of the plan `free`. */
const FREE_READS_A_MINUTE = 600;
/** Limit of a session's root fields. */
const FIELDS_A_MINUTE = 1_500;

const stack = useStack(() => platformStack({ environment: { ROLE: 'api' } }));
const tenant = usePrepared(() => stack.createTenant());
const session = usePrepared(() => tenant.session());

beforeAll(async () => {
  const key = await tenant.key();
  const subject = 'x'.repeat(900);
  const Messages = Array.from({ length: 100 }, () => tenant.email({ subject, text: 'y'.repeat(900) }));
  await key.post('/v1/emails/batch', { Messages });
});
const ask = (query: string, variables?: object, client = session) => client.post('/graphql', { query, variables });

const aliases = (count: number, field: string) => Array.from({ length: count }, (_, n) => `a${n}: ${field}`).join(' ');

async function expectRejected(query: string, message: RegExp, variables?: object): Promise<void> {
  const { status, body, text } = await ask(query, variables);
  expect(status).toBeLessThan(500);
  expect(text.length).toBeLessThan(10 * KIB);
  expect(body.data ?? null).toBeNull();
  expect(body.errors[0].message).toMatch(message);
  expect(body.errors[0].extensions.code).toMatch(/ValidationError|GRAPHQL_VALIDATION_FAILED/);
}

describe('a small query with a large answer', () => {
  it('by many names of one field on a page is rejected before it runs', async () => {
    await expectRejected(`{ messagePage(limit: 100) { messages { ${aliases(300, 'subject')} } } }`, /more than 10000/);
    const { body, text } = await ask(`{ messagePage(limit: 100) { messages { ${aliases(600, 'subject')} } } }`);
    expect([text.length < KIB, body.data, body.errors[0].extensions.code]).toEqual([
      true,
      undefined,
      'GRAPHQL_PARSE_FAILED',
    ]);
  });

  it('is rejected however it says the size of the page', async () => {
    const inside = `messages { ${aliases(60, 'subject')} }`;
    const ways: [string, object?][] = [
      [`{ messagePage(limit: 200) { ${inside} } }`],
      [`query ($n: Int) { messagePage(limit: $n) { ${inside} } }`, { n: 200 }],
      [`query ($n: Int = 200) { messagePage(limit: $n) { ${inside} } }`],
      [
        `{ ...page } fragment page on Query { messagePage(limit: 200) { ...items } } fragment items on MessagePage { ${inside} }`,
      ],
      [
        `{ ... on Query { messagePage(limit: 200) { ... { messages { ...fields } } } } } fragment fields on Message { ${aliases(60, 'subject')} }`,
      ],
      [
        `query ($yes: Boolean!) { messagePage(limit: 200) { messages @include(if: $yes) { ${aliases(60, 'subject')} } } }`,
        { yes: true },
      ],
    ];
    for (const [query, variables] of ways) await expectRejected(query, /more than 10000/, variables);
  });

  it('by lists in lists is rejected', async () => {
    const attributes = aliases(40, 'attributes { value }');
    await expectRejected(`{ contactPage(limit: 200) { contacts { ${attributes} } } }`, /more than 10000/);
  });

  it('by fragments that spread each other many times is rejected at once', async () => {
    const fragments = Array.from({ length: 40 }, (_, n) => {
      const next = n < 39 ? `...f${n + 1} ... on Message { ...f${n + 1} } ... { ...f${n + 1} }` : 'id';
      return `fragment f${n} on Message { ${next} }`;
    });
    const before = performance.now();
    await expectRejected(`{ messagePage { messages { ...f0 } } } ${fragments.join(' ')}`, /more than 10000/);
    expect(performance.now() - before).toBeLessThan(2_000);
  });

  it('by fragments in a circle is rejected', async () => {
    const circle = 'fragment a on Message { ...b } fragment b on Message { ...a }';
    await expectRejected(`{ messagePage { messages { ...a } } } ${circle}`, /Cannot spread fragment/);
  });

  it('by large values is ended at 4 MiB', async () => {
    const page = `messagePage(limit: 100) { messages { ${aliases(9, 'subject')} } }`;
    const { status, body, text } = await ask(`{ ${aliases(10, page)} }`);
    expect(status).toBe(200);
    expect(text.length).toBeLessThan(5 * MIB);
    expect(body.errors[0]).toMatchObject({ extensions: { code: 'ValidationError' } });
    expect(body.errors[0].message).toContain('larger than 4 MiB');
    expect(Object.values(body.data).filter((one) => one === null).length).toBeGreaterThanOrEqual(4);
  });

  it('is one that pages of a dashboard need not fear', async () => {
    const message = 'id channel status from to subject error createdAt sentAt';
    const { body } = await ask(
      `{ ${aliases(4, `messagePage(limit: 100) { messages { ${message} } nextCursor hasMore }`)} }`,
    );
    expect(body.errors).toBeUndefined();
    expect(body.data.a3.messages).toHaveLength(100);
  });
});

describe('many reads in one query', () => {
  const page = 'messagePage(limit: 1) { hasMore }';

  it('are ten at most', async () => {
    expect((await ask(`{ ${aliases(10, page)} }`)).body.errors).toBeUndefined();
    await expectRejected(`{ ${aliases(11, page)} }`, /10 root fields at most; this one has 11/);
    await expectRejected(`{ ${aliases(150, '__typename')} }`, /this one has 150/);
  });

  it('are counted through fragments, one that is spread twice once', async () => {
    const first = `fragment first on Query { ${aliases(6, page)} }`;
    const second = `fragment second on Query { ${aliases(6, page).replaceAll(/a(\d):/g, 'b$1:')} }`;
    await expectRejected(`{ ...first ... { ...second } } ${first} ${second}`, /this one has 12/);
    expect((await ask(`{ ...first ...first ... { ...first } } ${first}`)).body.errors).toBeUndefined();
  });

  it('count each as a field of the session, which nothing of REST shares', async () => {
    const limited = await stack.createTenant();
    await limited.setPlan('free');
    const owner = await limited.session();
    const { headers } = await ask(`{ ${aliases(10, page)} }`, undefined, owner);
    expect(headers['x-ratelimit-remaining']).toBe(String(FIELDS_A_MINUTE - 10));
    const { sid } = decodeJwt(String(owner.fixedHeaders['authorization']).slice('Bearer '.length));
    const rest = FIELDS_A_MINUTE - 19;
    await stack.app.get(CallCounter, { strict: false }).count('graphql-fields', rest, String(sid), rest);
    const over = await ask(`{ ${aliases(10, page)} }`, undefined, owner);
    expect([over.status, over.body.data.a9]).toEqual([429, null]);
    expect(over.body.errors).toHaveLength(10);
    expect(over.body.errors[0].extensions.code).toBe('Throttling');
    expect(Number(over.headers['retry-after'])).toBeGreaterThan(0);
    expect((await owner.get('/api/messages')).headers['x-ratelimit-remaining']).toBe(String(FREE_READS_A_MINUTE - 1));
  });
});

describe('a variable that is null', () => {
  it.each([
    ['query ($n: Int) { messagePage(limit: $n) { hasMore } }', { n: null }],
    ['query ($n: Int) { messagePage(limit: $n) { hasMore } }', {}],
    ['query ($c: MessageChannel) { messagePage(channel: $c) { hasMore } }', { c: null }],
    ['query ($q: String, $s: String) { messagePage(q: $q, status: $s) { hasMore } }', { q: null, s: null }],
    ['query ($n: Int) { contactPage(limit: $n) { hasMore } }', { n: null }],
    ['query ($n: Int) { contactListPage(limit: $n) { hasMore } }', { n: null }],
    ['query ($n: Int) { pushDevicePage(limit: $n) { hasMore } }', { n: null }],
    ['query ($n: Int) { sendingDomainPage(limit: $n) { hasMore } }', { n: null }],
  ])('is the default: %s', async (query, variables) => {
    const { status, body } = await ask(query, variables);
    expect([status, body.errors]).toEqual([200, undefined]);
  });

  it('is a fault of the caller where a value is needed', async () => {
    const { body } = await ask('query ($id: ID!) { message(id: $id) { attachmentCount } }', { id: null });
    expect(body.errors[0].extensions.code).toBe('BAD_USER_INPUT');
  });
});

describe('the schema', () => {
  const SCHEMA = [
    '{ __schema { types { name } } }',
    '{ __type(name: "Message") { name } }',
    '{ ...s } fragment s on Query { __schema { types { name } } }',
  ];

  it.each(SCHEMA)('is not for callers without a session: %s', async (query) => {
    const strangers = [
      stack.anonymous,
      stack.anonymous.with({ authorization: 'Bearer nonsense' }),
      stack.anonymous.with({ cookie: 'service_session=nonsense' }),
      await tenant.key(),
    ];
    for (const stranger of strangers) {
      const { status, body, text } = await ask(query, undefined, stranger);
      expect([status, body.data ?? null, body.errors[0].extensions.code]).toEqual([401, null, 'AuthorizationError']);
      expect(text).not.toContain('Message');
    }
  });

  it.each([...SCHEMA, getIntrospectionQuery()])('is for members, outside production: %s', async (query) => {
    expect((await ask(query)).body.errors).toBeUndefined();
  });

  it('does not show what a caller without a session could read', async () => {
    expect((await ask('{ __typename }', undefined, stack.anonymous)).body).toEqual({ data: { __typename: 'Query' } });
    const { body } = await ask('{ messagePage { hasMore } }', undefined, stack.anonymous);
    expect([body.data, body.errors[0].extensions.code]).toEqual([{ messagePage: null }, 'AuthorizationError']);
  });
});

describe('GraphQL over HTTP', () => {
  it('keeps the specification, by all 61 audits', async () => {
    const { authorization } = session.fixedHeaders as { authorization: string };
    const fetchFn = (url: string, init: RequestInit = {}) =>
      fetch(url, { ...init, headers: { ...(init.headers as Record<string, string>), authorization } });
    const audits = serverAudits({ url: `${stack.url}/graphql`, fetchFn });
    expect(audits).toHaveLength(61);
    const results = await Promise.all(audits.map(({ fn }) => fn()));
    const failed = results.flatMap((result) =>
      result.status === 'ok' ? [] : [`${result.status} ${result.id} ${result.name}: ${result.reason}`],
    );
    expect(failed).toEqual([]);
  });
});
