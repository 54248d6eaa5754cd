import { beforeAll, describe, expect, it } from 'vitest';
import { askGraphql, graphqlCodes, graphqlData, operation } from '../../../../../test/support/graphql.js';
import { graphqlNames } from '../../../../../test/support/graphql-names.js';
import type { HttpClient } from '../../../../../test/support/http-client.js';
import { platformStack } from '../../../../../test/support/platform-stack.js';
import { useStack } from '../../../../../test/support/use-stack.js';

const stack = useStack(platformStack);
let member: HttpClient;
let rival: HttpClient;

beforeAll(async () => {
  member = await (await stack.createTenant()).session('member');
  rival = await (await stack.createTenant()).session();
});
const ENTRY = 'id address sender topicId allowsTransactional reason source messageId createdAt';
const ADD = operation('mutation', 'addSuppression', { input: 'AddSuppressionInput!' }, ENTRY);
const READ = operation('query', 'suppression', { name: 'ID!' }, ENTRY);
const DELETE = operation('mutation', 'deleteSuppression', { name: 'ID!' });
const LIST = operation(
  'query',
  'suppressions',
  { first: 'Int', after: 'String', q: 'String', reason: 'String' },
  'edges { cursor node { address } } pageInfo { hasNextPage hasPreviousPage endCursor }',
);

const added = async (client: HttpClient, input: object): Promise<{ id: string; address: string }> =>
  (await graphqlData(client, ADD, { input })).addSuppression;

const addressesOf = ({ edges }: { edges: { node: { address: string } }[] }) => edges.map(({ node }) => node.address);

describe('suppressions by GraphQL', () => {
  it('are added, read by id or address, and lifted, as REST shows them', async () => {
    const entry = await added(member, { address: 'Ana@Example.TEST', reason: 'unsubscribe' });
    expect(entry).toEqual(graphqlNames((await member.get(`/api/suppressions/${entry.id}`)).body.Suppression));
    expect(await added(member, { address: 'ana@example.test' })).toEqual(entry);
    for (const name of [entry.id, 'ana@example.test'])
      expect((await graphqlData(member, READ, { name })).suppression).toEqual(entry);
    expect(await graphqlData(member, DELETE, { name: entry.address })).toEqual({ deleteSuppression: entry.id });
    expect(await graphqlCodes(member, READ, { name: entry.id })).toEqual(['NotFound']);
  });

  it('are refused as on REST', async () => {
    const { errors } = await askGraphql(member, ADD, { input: { address: 'nobody' } });
    expect(errors[0]?.extensions).toMatchObject({ code: 'ValidationError', details: [{ Field: 'address' }] });
    expect(await graphqlCodes(member, ADD, { input: { address: 'a@example.test', reason: 'mood' } })).toEqual([
      'ValidationError',
    ]);
  });

  it('are a connection whose pages meet, newest first, also of a search', async () => {
    const other = await (await stack.createTenant()).session();
    for (const name of ['one', 'two', 'three']) await added(other, { address: `${name}@example.test` });
    const first = (await graphqlData(other, LIST, { first: 2 })).suppressions;
    const second = (await graphqlData(other, LIST, { first: 2, after: first.pageInfo.endCursor })).suppressions;
    const all = ['three@example.test', 'two@example.test', 'one@example.test'];
    expect([...addressesOf(first), ...addressesOf(second)]).toEqual(all);
    expect(second.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true });
    const fromMiddle = await graphqlData(other, LIST, { first: 2, after: first.edges[0].cursor });
    expect(addressesOf(fromMiddle.suppressions)).toEqual(all.slice(1));
    const { NextCursor } = (await other.get('/api/suppressions?limit=2')).body;
    expect(first.pageInfo.endCursor).toBe(String(NextCursor));
    expect(addressesOf((await graphqlData(other, LIST, { q: 'TW' })).suppressions)).toEqual(['two@example.test']);
    expect(addressesOf((await graphqlData(other, LIST, { reason: 'bounce' })).suppressions)).toEqual([]);
  });

  it('of another account are not found by any field', async () => {
    const { id, address } = await added(member, { address: 'mine@example.test' });
    for (const name of [id, address])
      for (const query of [READ, DELETE]) expect(await graphqlCodes(rival, query, { name })).toEqual(['NotFound']);
  });
});
