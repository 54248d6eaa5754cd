import { beforeAll, describe, expect, it } from 'vitest';
import { graphqlCodes, graphqlData, operation } from '../../../../../test/support/graphql.js';
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
const TOPIC = 'id name slug description transactional createdAt updatedAt';
const CREATE = operation('mutation', 'createTopic', { input: 'CreateTopicInput!' }, TOPIC);
const UPDATE = operation('mutation', 'updateTopic', { name: 'ID!', input: 'UpdateTopicInput!' }, TOPIC);
const DELETE = operation('mutation', 'deleteTopic', { name: 'ID!' });
const READ = operation('query', 'topic', { name: 'ID!' }, TOPIC);
const LIST = operation(
  'query',
  'topics',
  { first: 'Int', after: 'String' },
  'edges { node { name } } pageInfo { hasNextPage endCursor }',
);

const created = async (client: HttpClient, input: object): Promise<{ id: string; slug: string }> =>
  (await graphqlData(client, CREATE, { input })).createTopic;

describe('topics by GraphQL', () => {
  it('are added, read by id or slug, changed and removed, as REST shows them', async () => {
    const topic = await created(member, { name: ' Product news ' });
    expect(topic).toEqual(graphqlNames((await member.get(`/api/topics/${topic.id}`)).body.Topic));
    expect(topic).toMatchObject({ name: 'Product news', slug: 'product-news', transactional: false });
    const input = { description: 'Once a month', transactional: true };
    const changed = (await graphqlData(member, UPDATE, { name: topic.id, input })).updateTopic;
    expect(changed).toMatchObject({ name: 'Product news', ...input });
    for (const name of [topic.id, topic.slug])
      expect((await graphqlData(member, READ, { name })).topic).toEqual(changed);
    expect(await graphqlData(member, DELETE, { name: topic.slug })).toEqual({ deleteTopic: topic.id });
    expect(await graphqlCodes(member, READ, { name: topic.id })).toEqual(['NotFound']);
  });

  it('are refused as on REST', async () => {
    await created(member, { name: 'Once' });
    expect(await graphqlCodes(member, CREATE, { input: { name: 'Again', slug: 'once' } })).toEqual(['Conflict']);
    expect(await graphqlCodes(member, CREATE, { input: { name: ' ' } })).toEqual(['ValidationError']);
  });

  it('are a connection whose pages meet, newest first', async () => {
    const other = await (await stack.createTenant()).session();
    for (const name of ['One', 'Two', 'Three']) await created(other, { name });
    const { topics } = await graphqlData(other, LIST, { first: 2 });
    const next = await graphqlData(other, LIST, { first: 2, after: topics.pageInfo.endCursor });
    const names = [...topics.edges, ...next.topics.edges].map(({ node }) => node.name);
    expect(names).toEqual(['Three', 'Two', 'One']);
    expect(next.topics.pageInfo.hasNextPage).toBe(false);
  });

  it('of another account are not found by any field', async () => {
    const { id, slug } = await created(member, { name: 'Mine' });
    for (const name of [id, slug])
      for (const [query, more] of [
        [READ, {}],
        [UPDATE, { input: { name: 'Theirs' } }],
        // As on REST, which topic it is comes before what it is given.
        [UPDATE, { input: { name: ' ' } }],
        [DELETE, {}],
      ] as const)
        expect(await graphqlCodes(rival, query, { name, ...more })).toEqual(['NotFound']);
  });
});
