import { decodeJwt } from 'jose';
import { describe, expect, it } from 'vitest';
import { CallCounter } from '#libs/core/limits';
import { askGraphql, graphqlCodes, graphqlData } from '../../../../test/support/graphql.js';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { platformStack, type TestTenant } from '../../../../test/support/platform-stack.js';
import { usePrepared, useStack } from '../../../../test/support/use-stack.js';

const READS = 12;
/** Root fields a minute of a session, and of an account. */
const SESSION_FIELDS = 1_500;
const TENANT_FIELDS = 15_000;

const stack = useStack(() => platformStack({ environment: { ROLE: 'api' } }));
const operator = usePrepared(() => stack.operator());
let plans = 0;

interface Calls {
  Send: number | null;
  Read: number | null;
  Write: number | null;
}

async function tenantWith(calls: Partial<Calls>): Promise<TestTenant> {
  const Name = `limited-${(plans += 1)}`;
  const CallsPerMinute: Calls = { Send: null, Read: null, Write: null, ...calls };
  await operator.post('/api/admin/plans', {
    Name,
    Quota: { Email: null, Sms: null, Push: null },
    DailyRamp: null,
    CallsPerMinute,
  });
  const tenant = await stack.createTenant();
  await tenant.setPlan(Name);
  return tenant;
}

const readsOf = (names: string) => [...names].map((name) => `${name}: messages { edges { cursor } }`).join(' ');
const send = (name: string) =>
  `${name}: sendEmail(input: { source: $source, destination: { toAddresses: ["a@example.test"] },
    message: { subject: { data: "Hi" }, body: { text: { data: "Hi" } } } }) { messages { id } }`;
const sends = (...names: string[]) => `mutation ($source: String!) { ${names.map(send).join(' ')} }`;
const newTopic = (name: string) => `${name}: createTopic(input: { name: "Topic ${name}" }) { id }`;

/** Counts root fields as if they had been asked for: so many real ones may take longer than a minute on a busy machine. */
async function spend(limit: string, subject: string, fields: number): Promise<void> {
  await stack.app.get(CallCounter, { strict: false }).count(limit, fields, subject, fields);
}

const sessionIdOf = (client: HttpClient): string =>
  String(decodeJwt(String(client.fixedHeaders['authorization']).slice('Bearer '.length))['sid']);

describe('a plan that limits reading and writing', () => {
  it('is for keys and REST: what sessions ask of GraphQL takes nothing from it', async () => {
    const tenant = await tenantWith({ Read: READS, Write: 1 });
    const [key, session] = [await tenant.key(), await tenant.session()];
    for (let calls = 0; calls < 2; calls += 1) await graphqlData(session, `{ ${readsOf('abcdefghij')} }`);
    await graphqlData(session, `mutation { ${newTopic('a')} ${newTopic('b')} }`);
    const { status, headers } = await key.get('/v1/account');
    expect([status, headers['x-ratelimit-remaining']]).toEqual([200, String(READS - 1)]);
    expect((await session.get('/api/messages')).headers['x-ratelimit-remaining']).toBe(String(READS - 2));
  });

  it('leaves sessions what they have when keys have used it up', async () => {
    const tenant = await tenantWith({ Read: 1 });
    const key = await tenant.key();
    await key.get('/v1/account');
    expect((await key.get('/v1/account')).status).toBe(429);
    expect(await graphqlCodes(await tenant.session(), `{ ${readsOf('abc')} }`)).toEqual([]);
  });
});

describe('the root fields of sessions', () => {
  const seconds = expect.any(Number) as number;

  it('are limited for each session', async () => {
    const tenant = await tenantWith({});
    const [one, other] = [await tenant.session(), await tenant.session('member')];
    await spend('graphql-fields', sessionIdOf(one), SESSION_FIELDS - 10);
    const { headers } = await one.post('/graphql', { query: `{ ${readsOf('abcdefgh')} }` });
    expect(headers).toMatchObject({ 'x-ratelimit-limit': String(SESSION_FIELDS), 'x-ratelimit-remaining': '2' });
    const answer = await one.post('/graphql', { query: `{ ${readsOf('abc')} }` });
    expect([answer.status, answer.body.data]).toEqual([429, { a: null, b: null, c: null }]);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    for (const { extensions } of answer.body.errors)
      expect(extensions).toMatchObject({ code: 'Throttling', retryAfter: seconds });
    expect(answer.body.errors[0].extensions.retryAfter).toBe(Number(answer.headers['retry-after']));
    expect(await graphqlCodes(other, `{ ${readsOf('abc')} }`)).toEqual([]);
  });

  it('are limited for the account, whose REST goes on', async () => {
    const tenant = await tenantWith({});
    await spend('graphql-tenant-fields', tenant.id, TENANT_FIELDS - 2);
    for (const session of [await tenant.session(), await tenant.session('member')]) {
      const { status, body } = await session.post('/graphql', {
        query: `mutation { ${newTopic('a')} ${newTopic('b')} c: deleteTopic(name: "x") }`,
      });
      expect([status, body.errors.length]).toEqual([429, 3]);
    }
    expect((await (await tenant.session()).get('/api/messages')).status).toBe(200);
    expect((await (await tenant.key()).get('/v1/account')).status).toBe(200);
  });

  it('are one count for fields about the account and about the user, wherever they stand', async () => {
    const session = await (await tenantWith({})).session();
    await spend('graphql-fields', sessionIdOf(session), SESSION_FIELDS - 3);
    for (const query of [
      `{ consoleMe { operator } ${readsOf('abc')} }`,
      `{ ${readsOf('abc')} consoleMe { operator } }`,
    ]) {
      const { status, data, errors } = await askGraphql(session, query);
      expect([status, data]).toEqual([429, { a: null, b: null, c: null, consoleMe: null }]);
      expect(errors.map(({ extensions }) => extensions['code'])).toEqual(Array(4).fill('Throttling'));
    }
  });

  it('are 200 to a client that prefers the type of GraphQL', async () => {
    const session = await (await tenantWith({})).session();
    await spend('graphql-fields', sessionIdOf(session), SESSION_FIELDS);
    const typed = session.with({ accept: 'application/graphql-response+json' });
    const { status, text } = await typed.post('/graphql', { query: `{ ${readsOf('a')} }` });
    expect([status, text]).toEqual([200, expect.stringContaining('Throttling')]);
  });

  it('have no limit in an account without a plan', async () => {
    const session = await (await stack.createTenant()).session();
    await spend('graphql-fields', sessionIdOf(session), SESSION_FIELDS);
    expect(await graphqlCodes(session, `{ ${readsOf('a')} }`)).toEqual([]);
  });
});

describe('a plan that limits sending', () => {
  it('counts what is sent by GraphQL with what REST sends, and nothing else', async () => {
    const tenant = await tenantWith({ Send: 2 });
    const session = await tenant.session();
    const { source } = tenant;
    expect(await graphqlCodes(session, `mutation { ${newTopic('a')} ${newTopic('b')} ${newTopic('c')} }`)).toEqual([]);
    await graphqlData(session, sends('a'), { source });
    expect((await session.post('/api/messages/send', { Channel: 'email', ...tenant.email() })).status).toBe(202);
    expect(await graphqlCodes(session, sends('b'), { source })).toEqual(['Throttling']);
  });

  it('lets those mutations of a call pass for which it has room', async () => {
    const tenant = await tenantWith({ Send: 1 });
    const { source } = tenant;
    const { data, errors } = await askGraphql(await tenant.session(), sends('a', 'b'), { source });
    expect(data).toMatchObject({ a: { messages: [{}] }, b: null });
    expect(errors).toMatchObject([{ path: ['b'], extensions: { code: 'Throttling' } }]);
  });
});
