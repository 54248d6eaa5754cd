import { beforeAll, describe, expect, it } from 'vitest';
import { askGraphql, graphqlCodes, graphqlData, operation } from '../../../../../test/support/graphql.js';
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
const LIST = 'id name slug description memberCount pendingCount doubleOptIn language createdAt updatedAt';
const SAVE = operation('mutation', 'saveContactList', { input: 'SaveContactListInput!' }, LIST);
const READ = operation('query', 'contactList', { id: 'ID!' }, LIST);
const DELETE = operation('mutation', 'deleteContactList', { id: 'ID!' });
const ADD = operation(
  'mutation',
  'addContactListMembers',
  { id: 'ID!', input: 'AddContactListMembersInput!' },
  'added asked',
);
const REMOVE = operation(
  'mutation',
  'removeContactListMembers',
  { id: 'ID!', input: 'ContactListMembersInput!' },
  'removed',
);
const PAGE = `query ($first: Int, $after: String) {
  contactLists(first: $first, after: $after) {
    edges { cursor node { name } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
  }
}`;

const saved = async (input: object): Promise<{ id: string }> =>
  (await graphqlData(member, SAVE, { input })).saveContactList;

describe('lists by GraphQL', () => {
  it('are saved, read and removed, as REST shows them', async () => {
    const list = await saved({ name: 'Readers', description: 'Of the paper' });
    const { List } = (await member.get(`/api/lists/${list.id}`)).body;
    const ofRest = Object.entries(List).map(([name, value]) => [name.charAt(0).toLowerCase() + name.slice(1), value]);
    expect(list).toEqual(Object.fromEntries(ofRest));
    expect(await saved({ name: 'The readers', slug: 'readers' })).toMatchObject({ id: list.id, name: 'The readers' });
    expect((await graphqlData(member, READ, { id: list.id })).contactList).toMatchObject({ slug: 'readers' });
    expect(await graphqlData(member, DELETE, { id: list.id })).toEqual({ deleteContactList: list.id });
    expect(await graphqlCodes(member, READ, { id: list.id })).toEqual(['NotFound']);
  });

  it('get and lose members', async () => {
    const { id } = await saved({ name: 'Members' });
    const { body } = await member.post('/api/contacts', { Email: 'ana@example.test' });
    const input = { contactIds: [body.Contact.Id] };
    expect((await graphqlData(member, ADD, { id, input })).addContactListMembers).toEqual({ added: 1, asked: 0 });
    expect((await graphqlData(member, REMOVE, { id, input })).removeContactListMembers).toEqual({ removed: 1 });
  });

  it('name the field at fault as GraphQL does', async () => {
    const { errors } = await askGraphql(member, SAVE, { input: { name: ' ', slug: 'A B' } });
    expect(errors[0]?.message).toMatch(/^The request is not valid: name must/);
    expect(errors[0]?.extensions).toMatchObject({
      code: 'ValidationError',
      details: [
        { Field: 'name', Message: expect.stringMatching(/^name must/) },
        { Field: 'slug', Message: expect.stringMatching(/^slug must/) },
      ],
    });
  });

  it('are a connection whose pages meet, newest first', async () => {
    const other = await (await stack.createTenant()).session();
    for (const name of ['One', 'Two', 'Three']) await graphqlData(other, SAVE, { input: { name } });
    const names: string[] = [];
    let after: string | null = null;
    for (let page = 0; page < 3; page += 1) {
      const { contactLists } = await graphqlData(other, PAGE, { first: 1, after });
      names.push(contactLists.edges[0].node.name);
      expect(contactLists.pageInfo).toMatchObject({ hasNextPage: page < 2, hasPreviousPage: page > 0 });
      expect(contactLists.pageInfo.endCursor).toBe(contactLists.edges[0].cursor);
      after = contactLists.pageInfo.endCursor;
    }
    expect(names).toEqual(['Three', 'Two', 'One']);
    for (const wrong of ['x', '-1', '99999999999999999'])
      expect(await graphqlCodes(other, PAGE, { first: 1, after: wrong }), wrong).toEqual(['InvalidParameter']);
  });

  it('of another account are not found by any field', async () => {
    const { id } = await saved({ name: 'Mine' });
    const input = { contactIds: ['cnt_0c7b3f19ad62e04f'] };
    for (const [query, variables] of [
      [READ, { id }],
      [DELETE, { id }],
      [ADD, { id, input }],
      [REMOVE, { id, input }],
    ] as const)
      expect(await graphqlCodes(rival, query, variables)).toEqual(['NotFound']);
  });
});
