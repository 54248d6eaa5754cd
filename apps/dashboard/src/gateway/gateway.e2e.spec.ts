import { serverAudits } from 'graphql-http';
import { beforeEach, describe, expect, it } from 'vitest';
import { DashboardDoubles } from '../../../../test/support/dashboard-doubles.js';
import { askGraphql } from '../../../../test/support/graphql.js';
import { HttpClient } from '../../../../test/support/http-client.js';
import { usePrepared, useStack } from '../../../../test/support/use-stack.js';
import type { Answer } from '#libs/test/testing';

const DEADLINE_MS = 500;

const gateway = useStack(() => DashboardDoubles.start({ GATEWAY_DEADLINE_MS: String(DEADLINE_MS) }));
const client = usePrepared(() => new HttpClient(gateway.url, { authorization: 'Bearer a-token' }));

const MAILBOX = 'mailboxes(first: 1) { edges { node { id } } }';
const TWO_APPS = `{ me { email } ${MAILBOX} }`;
const mailboxes = { edges: [{ node: { id: 'm1' } }] };

const bodyOf = (app: keyof typeof gateway.asked, n = 0) =>
  JSON.parse(gateway.asked[app][n]!.text) as Record<string, unknown>;

beforeEach(() => {
  gateway.forget();
  gateway.say({ platform: { me: { email: 'ana@example.test' } }, mail: { mailboxes } });
});

describe('a query of one app', () => {
  it('reaches that app alone, with its variables and the credential of the caller', async () => {
    gateway.say({ platform: { messages: { edges: [] } } });
    const query = 'query List($n: Int) { messages(first: $n) { edges { node { id } } } }';
    const answer = await client.post('/graphql', { query, variables: { n: 3 }, operationName: 'List' });
    expect([answer.status, answer.body]).toEqual([200, { data: { messages: { edges: [] } } }]);
    expect(bodyOf('platform')).toMatchObject({ variables: { n: 3 }, operationName: 'List' });
    expect(gateway.asked.platform[0]!.headers).toMatchObject({ authorization: 'Bearer a-token' });
    expect([gateway.asked.mail, gateway.asked.pages, gateway.asked.crm]).toEqual([[], [], []]);
  });

  it('reaches the CRM by the names that the CRM knows', async () => {
    gateway.say({ crm: { crmContacts: { edges: [] } } });
    const { data } = await askGraphql(client, '{ crmContacts(first: 2) { edges { node { id } } } }');
    expect(data).toEqual({ crmContacts: { edges: [] } });
    expect(bodyOf('crm')['query']).toMatch(/crmContacts: contacts\(first: 2\)/);
  });

  it('passes on the tenant, the language, the browser and the address of the client, and no cookie', async () => {
    const headers = {
      'x-service-tenant': 'acme',
      'accept-language': 'pt-BR',
      'user-agent': 'A browser',
      cookie: 'a=b',
    };
    await client.post('/graphql', { query: '{ me { email } }' }, headers);
    const seen = gateway.asked.platform[0]!.headers;
    expect(seen).toMatchObject({
      'x-service-tenant': 'acme',
      'accept-language': 'pt-BR',
      'user-agent': 'A browser',
      'x-forwarded-for': '127.0.0.1',
    });
    expect(seen.cookie).toBeUndefined();
  });

  it('has the errors of the app, with its name', async () => {
    const errors = [{ message: 'No.', path: ['me'], extensions: { code: 'PermissionDenied', requestId: 'req_1' } }];
    gateway.apps.platform.answer({ body: JSON.stringify({ data: { me: null }, errors }) });
    const answer = await askGraphql(client, '{ me { email } }');
    expect(answer.errors).toEqual([
      { message: 'No.', path: ['me'], extensions: { code: 'PermissionDenied', requestId: 'req_1', app: 'platform' } },
    ]);
  });
});

describe('a query of several apps', () => {
  it('has the answers of all', async () => {
    expect(await askGraphql(client, TWO_APPS)).toEqual({
      status: 200,
      data: { me: { email: 'ana@example.test' }, mailboxes },
      errors: [],
    });
  });

  it('asks each app once, however many of its root fields there are', async () => {
    gateway.apps.mail.answer(({ text }) => {
      const { query } = JSON.parse(text) as { query: string };
      const names = [...query.matchAll(/(\w+): mailboxes/g)].map(([, name]) => name!);
      return { body: JSON.stringify({ data: Object.fromEntries(names.map((name) => [name, mailboxes])) }) };
    });
    const query = `{ me { email } a: ${MAILBOX} b: ${MAILBOX} c: ${MAILBOX} }`;
    const { data } = await askGraphql(client, query);
    expect([data.a, data.b, data.c]).toEqual([mailboxes, mailboxes, mailboxes]);
    expect([gateway.asked.platform.length, gateway.asked.mail.length]).toEqual([1, 1]);
  });
});

describe('an app that', () => {
  const FAULTS: [string, Answer][] = [
    ['does not answer in time', { hang: true }],
    ['ends the connection', { drop: true }],
    ['answers 503', { status: 503, body: '{"error":"away"}' }],
    ['answers a page', { body: '<html>502 Bad Gateway at 10.0.0.7</html>', headers: { 'content-type': 'text/html' } }],
    ['answers half of its JSON', { body: '{"data":{"mailboxes":{"edg' }],
    ['answers JSON that is no answer', { body: '{"ok":true}' }],
    ['answers nothing', { body: '' }],
    ['answers more than there may be', { hugeBytes: 9 * 1024 * 1024 }],
  ];

  it.each(FAULTS)('%s costs its own part alone', async (_what, fault) => {
    gateway.apps.mail.answer(fault);
    const both = await askGraphql(client, TWO_APPS);
    const alone = await askGraphql(client, `{ ${MAILBOX} again: ${MAILBOX} }`);
    expect([both.status, both.data]).toEqual([200, { me: { email: 'ana@example.test' }, mailboxes: null }]);
    expect(both.errors.map(({ path }) => path)).toEqual([['mailboxes']]);
    expect(alone.data).toEqual({ mailboxes: null, again: null });
    expect(alone.errors.map(({ path }) => path)).toEqual([['mailboxes'], ['again']]);
    for (const { extensions, message } of [...both.errors, ...alone.errors]) {
      expect(extensions).toMatchObject({ app: 'mail', requestId: expect.stringMatching(/^req_/) });
      expect(['ServiceUnavailable', 'ValidationError']).toContain(extensions['code']);
      expect(message).not.toMatch(/127\.0\.0\.1|10\.0\.0\.7|ECONN|undici|stack/i);
    }
  });

  it('is not there costs its own part alone, and is there again when it is', async () => {
    await gateway.apps.mail.stop();
    const { data, errors } = await askGraphql(client, TWO_APPS);
    await gateway.apps.mail.start();
    expect(data).toEqual({ me: { email: 'ana@example.test' }, mailboxes: null });
    expect(errors[0]!.extensions).toMatchObject({ code: 'ServiceUnavailable', app: 'mail' });
    expect((await askGraphql(client, TWO_APPS)).data).toEqual({ me: { email: 'ana@example.test' }, mailboxes });
  });

  it('fails while it changes something is not asked again', async () => {
    gateway.apps.platform.answer({ drop: true });
    const { data, errors } = await askGraphql(client, 'mutation { deleteContact(id: "a") }');
    expect([data, errors[0]!.extensions['code']]).toEqual([{ deleteContact: null }, 'ServiceUnavailable']);
    expect(gateway.asked.platform).toHaveLength(1);
  });
});

describe('mutations of several apps', () => {
  it('run one after the other, in order', async () => {
    gateway.apps.platform.answer({ body: JSON.stringify({ data: { deleteContact: true } }) });
    gateway.apps.crm.answer({ body: JSON.stringify({ data: { deleteContact: true, deleteCrmContact: true } }) });
    await askGraphql(client, 'mutation { deleteContact(id: "a") deleteCrmContact(id: "b") }');
    const [first, second] = [gateway.asked.platform[0]!, gateway.asked.crm[0]!];
    expect(first.receivedAt.getTime()).toBeLessThanOrEqual(second.receivedAt.getTime());
    expect(JSON.parse(second.text).query).toMatch(/deleteContact/);
  });
});

describe('a request that is too much', () => {
  const rejected = async (query: string) => {
    const { errors, data } = await askGraphql(client, query);
    expect(data).toBeNull();
    expect(Object.values(gateway.asked).flat()).toEqual([]);
    return errors[0]!;
  };
  const aliases = (count: number, field: string) =>
    Array.from({ length: count }, (_, n) => `a${n}: ${field}`).join(' ');

  it('by ten thousand aliases is refused before it is parsed whole', async () => {
    const { extensions } = await rejected(`{ ${aliases(10_000, 'me { email }')} }`);
    expect(extensions['code']).toBe('GRAPHQL_PARSE_FAILED');
  });

  it('by many root fields of one app is refused', async () => {
    const { extensions, message } = await rejected(`{ ${aliases(11, 'me { email }')} }`);
    expect([extensions['code'], message]).toEqual([
      'ValidationError',
      expect.stringContaining('10 root fields of platform'),
    ]);
  });

  it('by a thousand fields in each other is refused', async () => {
    const { extensions } = await rejected(`{ ${'me { '.repeat(1_000)} email ${' }'.repeat(1_000)} }`);
    expect(extensions['code']).toBe('GRAPHQL_PARSE_FAILED');
  });

  it('by fragments in a circle is refused', async () => {
    const { extensions } = await rejected('{ me { ...a } } fragment a on Me { ...b } fragment b on Me { ...a }');
    expect(extensions['code']).toBe('GRAPHQL_VALIDATION_FAILED');
  });

  it('by directives without end is refused', async () => {
    const { extensions } = await rejected(`{ me ${'@a '.repeat(2_000)} { email } }`);
    expect(extensions['code']).toBe('GRAPHQL_PARSE_FAILED');
  });
});

describe('the protocol', () => {
  it('is GraphQL over HTTP, by the audits of its working group', async () => {
    const fetchFn = (url: string, init?: RequestInit) =>
      fetch(url, {
        ...init,
        headers: { authorization: 'Bearer a-token', ...(init?.headers as Record<string, string>) },
      });
    const audits = serverAudits({ url: `${gateway.url}/graphql`, fetchFn });
    expect(audits).toHaveLength(61);
    const results = await Promise.all(audits.map(({ fn }) => fn()));
    const failed = results.flatMap((result) =>
      result.status === 'ok' ? [] : [`${result.status} ${result.id} ${result.name}: ${result.reason}`],
    );
    expect(failed).toEqual([]);
  });

  it.each([
    ['a list of operations', '[{"query":"{ me { email } }"}]', 'application/json'],
    ['no JSON', '{"query":', 'application/json'],
    ['a form', 'query={me{email}}', 'application/x-www-form-urlencoded'],
    ['a text', '{"query":"{ me { email } }"}', 'text/plain'],
  ])('refuses %s', async (_what, text, type) => {
    const answer = await client.send('POST', '/graphql', text, { 'content-type': type });
    expect(answer.status, answer.text).toBe(400);
    expect(Object.values(gateway.asked).flat()).toEqual([]);
  });

  it('changes nothing by GET', async () => {
    const answer = await client.get(`/graphql?query=${encodeURIComponent('mutation { deleteContact(id: "a") }')}`);
    expect(answer.status).toBe(405);
    expect(gateway.asked.platform).toEqual([]);
  });

  it('tells the schema to whom an app takes for a member alone', async () => {
    const query = '{ __schema { queryType { name } } }';
    expect((await askGraphql(client, query)).data).toEqual({ __schema: { queryType: { name: 'Query' } } });
    gateway.apps.platform.answer({ body: JSON.stringify({ data: { me: null }, errors: [{ message: 'No.' }] }) });
    expect((await askGraphql(client, query)).errors[0]!.extensions['code']).toBe('AuthorizationError');
  });
});
