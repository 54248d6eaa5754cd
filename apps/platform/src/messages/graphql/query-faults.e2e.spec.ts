import { beforeAll, describe, expect, it } from 'vitest';
import type { HttpClient } from '../../../../../test/support/http-client.js';
import { platformStack } from '../../../../../test/support/platform-stack.js';
import { useStack } from '../../../../../test/support/use-stack.js';

const stack = useStack(() => platformStack({ environment: { ROLE: 'api' } }));
let member: HttpClient;

beforeAll(async () => {
  member = await (await stack.createTenant()).session('member');
});
const codesOf = async (query: string, variables?: object) => {
  const { body } = await member.post('/graphql', { query, variables });
  return body.errors.map((error: { extensions: { code: string } }) => error.extensions.code);
};

describe('a GraphQL query that is wrong', () => {
  it('gets an error when it asks for a field that does not exist', async () => {
    expect(await codesOf('{ messagePage { nonsense } }')).toEqual(['GRAPHQL_VALIDATION_FAILED']);
  });

  it('gets an error when it does not parse', async () => {
    expect(await codesOf('{ messagePage {')).toEqual(['GRAPHQL_PARSE_FAILED']);
  });

  it('gets an error when a variable has another type', async () => {
    const query = 'query ($limit: Int!) { messagePage(limit: $limit) { hasMore } }';
    expect(await codesOf(query, { limit: 'many' })).toEqual(['BAD_USER_INPUT']);
  });

  it('gets an error that names the argument out of bounds', async () => {
    const { body } = await member.post('/graphql', { query: '{ messagePage(limit: 9999) { hasMore } }' });
    expect(body.errors[0].extensions).toMatchObject({ code: 'InvalidParameter', details: [{ Field: 'limit' }] });
  });
});
