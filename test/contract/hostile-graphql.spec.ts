import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HttpClient } from '../support/http-client.js';
import { platformStack, type PlatformStack } from '../support/platform-stack.js';
import { HOSTILE_BODIES } from './hostile-bodies.js';

let stack: PlatformStack;
let session: HttpClient;

beforeAll(async () => {
  stack = await platformStack();
  session = await (await stack.createTenant()).session();
});
afterAll(() => stack?.close());

const ask = (query: string, variables?: object) => session.post('/graphql', { query, variables });

/** Refused as the caller's fault: never as one of ours. */
async function expectFault(query: string, variables?: object): Promise<void> {
  const { status, body, text } = await ask(query, variables);
  expect(status, text).toBeLessThan(500);
  expect(body.errors?.length, `${query.slice(0, 80)}: ${text}`).toBeGreaterThan(0);
  for (const { message, extensions } of body.errors) {
    expect(extensions.code, text).not.toMatch(/InternalError|INTERNAL_SERVER_ERROR/);
    expect(message, text).not.toMatch(/postgres|invalid byte|stack|at \//i);
  }
}

describe('a GraphQL call that is broken or hostile', () => {
  it.each(Object.entries(HOSTILE_BODIES))('as a body %s, is rejected', async (_, { bytes, headers }) => {
    const { status, text } = await session.send('POST', '/graphql', bytes, headers);
    expect(status, text).toBeGreaterThanOrEqual(400);
    expect(status, text).toBeLessThan(500);
  });

  it.each([
    '',
    '{',
    '{ surprise }',
    'mutation { surprise }',
    'subscription { surprise }',
    '{ messagePage }',
    '{ messagePage(limit: 0) { hasMore } }',
    '{ messagePage(limit: 201) { hasMore } }',
    '{ messagePage(limit: -1) { hasMore } }',
    '{ messagePage(limit: 1e400) { hasMore } }',
    '{ messagePage(limit: 99999999999) { hasMore } }',
    '{ messagePage(limit: "1") { hasMore } }',
    '{ messagePage(channel: fax) { hasMore } }',
    '{ messagePage(cursor: "x") { hasMore } }',
    '{ messagePage(cursor: "-1") { hasMore } }',
    '{ messagePage(cursor: "9007199254740993") { hasMore } }',
    '{ messagePage(cursor: "1\\u0000") { hasMore } }',
    '{ messagePage(q: "a\\u0000b") { hasMore } }',
    '{ messagePage(status: "\\u0000") { hasMore } }',
    '{ messagePage(q: "\\ud800") { hasMore } }',
    '{ message(id: "") { message { id } } }',
    '{ message(id: "\\u0000") { message { id } } }',
    `{ message(id: "' or 1=1") { message { id } } }`,
    `${'{ a '.repeat(2_000)}${'}'.repeat(2_000)}`,
    '{ a }'.repeat(1_000),
  ])('%# is a fault of the caller', (query) => expectFault(query));

  it.each([{ q: 'a\u0000b' }, { q: '\ud800' }, { q: {} }, { q: ['x', 'y'] }, { q: 42 }, { __proto__: 1, q: true }])(
    'with the variables %j is a fault of the caller',
    async (variables) => {
      const { status, body, text } = await ask('query ($q: String) { messagePage(q: $q) { hasMore } }', variables);
      expect(status, text).toBeGreaterThanOrEqual(200);
      expect(status, text).toBeLessThan(500);
      expect(body.errors ?? body.Error, text).toBeTruthy();
      expect(text).not.toContain('InternalError');
    },
  );

  it('accepts any other text', async () => {
    for (const q of ["'", '"', '\\', '%', '_', '{', '$1', '😀', '\u0001', '\ufffe']) {
      const { body, text } = await ask('query ($q: String) { messagePage(q: $q) { messages { id } } }', { q });
      expect(body.data?.messagePage.messages, text).toEqual([]);
    }
  });

  it('rejects a list of queries in one call', async () => {
    const calls = Array.from({ length: 100 }, () => ({ query: '{ messagePage { hasMore } }' }));
    const { status } = await session.post('/graphql', calls);
    expect(status).toBe(400);
  });
});
