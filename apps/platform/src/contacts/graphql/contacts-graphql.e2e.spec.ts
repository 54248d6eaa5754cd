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
const CONTACT = 'id externalId email phone name attributes { name value } createdAt updatedAt';
const CREATE = operation('mutation', 'createContact', { input: 'NewContactInput!' }, CONTACT);
const UPDATE = operation('mutation', 'updateContact', { id: 'ID!', input: 'ContactChangeInput!' }, CONTACT);
const DELETE = operation('mutation', 'deleteContact', { id: 'ID!' });
const READ = operation('query', 'contact', { id: 'ID!' }, CONTACT);
const IMPORT = operation(
  'mutation',
  'importContacts',
  { input: 'ImportContactsInput!' },
  'created updated errors { index error { type code message details } }',
);
const PAGE_FIELDS = 'edges { cursor node { id name } } pageInfo { hasNextPage hasPreviousPage endCursor }';
const LIST = operation('query', 'contacts', { first: 'Int', after: 'String', q: 'String', listId: 'ID' }, PAGE_FIELDS);
const MEMBERS = operation(
  'query',
  'contactListMembers',
  { id: 'ID!', first: 'Int', after: 'String', q: 'String', status: 'String' },
  PAGE_FIELDS,
);

const created = async (client: HttpClient, input: object): Promise<{ id: string }> =>
  (await graphqlData(client, CREATE, { input })).createContact;

const namesOf = ({ edges }: { edges: { node: { name: string } }[] }) => edges.map(({ node }) => node.name);

describe('contacts by GraphQL', () => {
  it('are added, read, changed and removed, as REST shows them', async () => {
    const contact = await created(member, { email: 'Ana@Example.TEST', name: 'Ana', attributes: { city: 'Porto' } });
    const { Contact } = (await member.get(`/api/contacts/${contact.id}`)).body;
    expect(contact).toEqual({ ...graphqlNames(Contact), attributes: [{ name: 'city', value: 'Porto' }] });
    const change = { id: contact.id, input: { name: null, phone: '+351912345678' } };
    expect((await graphqlData(member, UPDATE, change)).updateContact).toMatchObject({
      name: null,
      phone: '+351912345678',
      email: Contact.Email,
    });
    expect((await graphqlData(member, READ, { id: contact.id })).contact).toMatchObject({ name: null });
    expect(await graphqlData(member, DELETE, { id: contact.id })).toEqual({ deleteContact: contact.id });
    expect(await graphqlCodes(member, READ, { id: contact.id })).toEqual(['NotFound']);
  });

  it('are refused as on REST, with the names of GraphQL', async () => {
    const { id } = await created(member, { email: 'taken@example.test' });
    const { errors } = await askGraphql(member, CREATE, { input: { email: 'TAKEN@example.test' } });
    expect(errors[0]).toMatchObject({
      message: 'Another contact has this Email.',
      extensions: { code: 'AlreadyExists', details: [{ Field: 'email', Message: 'is that of another contact' }] },
    });
    expect(await graphqlCodes(member, CREATE, { input: { name: 'Nobody' } })).toEqual(['ValidationError']);
    expect(await graphqlCodes(member, UPDATE, { id, input: {} })).toEqual(['MissingParameter']);
    expect(await graphqlCodes(member, UPDATE, { id, input: { email: null } })).toEqual(['InvalidParameter']);
  });

  it('are imported row by row', async () => {
    await created(member, { email: 'known@example.test' });
    const contacts = [
      { email: 'new@example.test' },
      { email: 'no address' },
      { email: 'KNOWN@example.test', name: 'K' },
    ];
    expect((await graphqlData(member, IMPORT, { input: { contacts } })).importContacts).toEqual({
      created: 1,
      updated: 1,
      errors: [
        {
          index: 1,
          error: {
            type: 'Sender',
            code: 'ValidationError',
            message: expect.stringContaining('email must be an e-mail address'),
            details: [{ Field: 'email', Message: 'email must be an e-mail address' }],
          },
        },
      ],
    });
    expect(await graphqlCodes(member, IMPORT, { input: { contacts: [] } })).toEqual(['InvalidParameter']);
  });

  it('are connections whose pages meet, newest first, also of the members of a list', async () => {
    const other = await (await stack.createTenant()).session();
    const { body } = await other.post('/api/lists', { Name: 'Readers' });
    const listId = body.List.Id as string;
    const ContactIds: string[] = [];
    for (const name of ['One', 'Two', 'Three'])
      ContactIds.push((await created(other, { name, email: `${name}@example.test` })).id);
    await other.post(`/api/lists/${listId}/members`, { ContactIds: ContactIds.slice(0, 2) });
    const pages: string[] = [];
    let after: string | null = null;
    for (let page = 0; page < 3; page += 1) {
      const { contacts } = await graphqlData(other, LIST, { first: 1, after });
      pages.push(...namesOf(contacts));
      expect(contacts.pageInfo).toMatchObject({ hasNextPage: page < 2, hasPreviousPage: page > 0 });
      after = contacts.pageInfo.endCursor;
    }
    expect(pages).toEqual(['Three', 'Two', 'One']);
    expect(namesOf((await graphqlData(other, LIST, { q: 'tw' })).contacts)).toEqual(['Two']);
    expect(namesOf((await graphqlData(other, LIST, { listId })).contacts)).toEqual(['Two', 'One']);

    const first = (await graphqlData(other, MEMBERS, { id: listId, first: 1 })).contactListMembers;
    const second = await graphqlData(other, MEMBERS, { id: listId, first: 1, after: first.pageInfo.endCursor });
    expect([...namesOf(first), ...namesOf(second.contactListMembers)]).toEqual(['Two', 'One']);
    const pending = await graphqlData(other, MEMBERS, { id: listId, status: 'pending' });
    expect(namesOf(pending.contactListMembers)).toEqual([]);
    expect(await graphqlCodes(other, MEMBERS, { id: listId, status: 'gone' })).toEqual(['InvalidParameter']);
  });

  it('of another account are not found by any field', async () => {
    const { id } = await created(member, { email: 'mine@example.test' });
    const list = (await member.post('/api/lists', { Name: 'Mine' })).body.List.Id as string;
    for (const [query, variables] of [
      [READ, { id }],
      [UPDATE, { id, input: { name: 'Theirs' } }],
      [DELETE, { id }],
      [LIST, { listId: list }],
      [MEMBERS, { id: list }],
      [MEMBERS, { id: 'x' }],
    ] as const)
      expect(await graphqlCodes(rival, query, variables)).toEqual(['NotFound']);
  });
});
