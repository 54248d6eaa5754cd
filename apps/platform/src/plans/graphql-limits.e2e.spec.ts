import { describe, expect, it } from 'vitest';
import { askGraphql, graphqlCodes, graphqlData } from '../../../../test/support/graphql.js';
import { platformStack, type TestTenant } from '../../../../test/support/platform-stack.js';
import { usePrepared, useStack } from '../../../../test/support/use-stack.js';

const READS = 12;

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

describe('a plan that limits reading', () => {
  it('counts each field of a query, and leaves none of a query that has more than are left', async () => {
    const session = await (await tenantWith({ Read: READS })).session();
    await graphqlData(session, `{ ${readsOf('abcdefghij')} }`);
    const { data, errors } = await askGraphql(session, `{ ${readsOf('abc')} }`);
    expect(data).toEqual({ a: null, b: null, c: null });
    expect(errors.map(({ extensions }) => extensions['code'])).toEqual(['Throttling', 'Throttling', 'Throttling']);
    expect((await session.get('/api/messages')).status).toBe(429);
  });

  it('is not evaded by a field that is about no tenant, wherever it stands', async () => {
    const session = await (await tenantWith({ Read: READS })).session();
    await graphqlData(session, `{ consoleMe { operator } ${readsOf('abcdefghi')} }`);
    for (const query of [
      `{ consoleMe { operator } ${readsOf('abc')} }`,
      `{ ${readsOf('abc')} consoleMe { operator } }`,
    ]) {
      const { data, errors } = await askGraphql(session, query);
      expect(data).toMatchObject({ a: null, b: null, c: null, consoleMe: { operator: false } });
      expect(errors.map(({ extensions }) => extensions['code'])).toEqual(['Throttling', 'Throttling', 'Throttling']);
    }
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

describe('a plan that limits other calls', () => {
  it('counts every mutation that sends nothing', async () => {
    const tenant = await tenantWith({ Read: 1, Send: 1, Write: 2 });
    const session = await tenant.session();
    await graphqlData(session, `mutation { ${newTopic('a')} ${newTopic('b')} }`);
    await graphqlData(session, sends('a'), { source: tenant.source });
    expect(await graphqlCodes(session, `mutation { ${newTopic('c')} }`)).toEqual(['Throttling']);
    expect((await session.post('/api/topics', { Name: 'One more' })).status).toBe(429);
  });
});
