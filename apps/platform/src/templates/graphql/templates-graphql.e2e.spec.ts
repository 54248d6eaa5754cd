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
const TEMPLATE = 'id name alias channel subject html text createdAt updatedAt';
const CREATE = operation('mutation', 'createTemplate', { input: 'CreateTemplateInput!' }, TEMPLATE);
const UPDATE = operation('mutation', 'updateTemplate', { id: 'ID!', input: 'UpdateTemplateInput!' }, TEMPLATE);
const DELETE = operation('mutation', 'deleteTemplate', { id: 'ID!' });
const PREVIEW = operation(
  'mutation',
  'previewTemplate',
  { id: 'ID!', input: 'PreviewTemplateInput!' },
  'subject html text',
);
const READ = operation('query', 'template', { id: 'ID!' }, TEMPLATE);
const LIST = operation(
  'query',
  'templates',
  { first: 'Int', after: 'String' },
  'edges { node { name } } pageInfo { hasNextPage endCursor }',
);

const inputOf = (name: string, changes: object = {}) => ({
  name,
  channel: 'email',
  subject: 'Receipt {{ Order }}',
  html: '<p>{{ name }}</p>',
  ...changes,
});

const created = async (client: HttpClient, input: object): Promise<{ id: string }> =>
  (await graphqlData(client, CREATE, { input })).createTemplate;

describe('templates by GraphQL', () => {
  it('are added, read, changed and removed, as REST shows them', async () => {
    const template = await created(member, inputOf('Receipt'));
    const { id } = template;
    expect(template).toEqual(graphqlNames((await member.get(`/api/templates/${id}`)).body.Template));
    const changed = (await graphqlData(member, UPDATE, { id, input: { alias: 'receipt', html: null, text: 'Hello' } }))
      .updateTemplate;
    expect(changed).toMatchObject({ name: 'Receipt', alias: 'receipt', html: null, text: 'Hello' });
    expect((await graphqlData(member, READ, { id })).template).toEqual(changed);
    expect(await graphqlData(member, DELETE, { id })).toEqual({ deleteTemplate: id });
    expect(await graphqlCodes(member, READ, { id })).toEqual(['NotFound']);
  });

  it('are filled with data, whose names stay as they are', async () => {
    const { id } = await created(member, inputOf('Filled'));
    const data = { Order: 7, name: 'A & B' };
    expect((await graphqlData(member, PREVIEW, { id, input: { data } })).previewTemplate).toEqual({
      subject: 'Receipt 7',
      html: '<p>A &amp; B</p>',
      text: null,
    });
    const withLink = await created(member, inputOf('Link', { html: '{{ unsubscribe_url }}', subject: 'Link' }));
    const linked = await graphqlData(member, PREVIEW, { id: withLink.id, input: { data: {} } });
    expect(linked.previewTemplate.html).toBe('https://unsubscribe-link.invalid/');
    const { errors } = await askGraphql(member, PREVIEW, { id, input: { data: { Order: 7 } } });
    expect(errors[0]?.extensions['code']).toBe('MissingParameter');
  });

  it('are refused as on REST', async () => {
    const { id } = await created(member, inputOf('Once'));
    const { errors } = await askGraphql(member, CREATE, { input: inputOf('Once') });
    expect(errors[0]?.extensions).toMatchObject({ code: 'AlreadyExists', details: [{ Field: 'name' }] });
    expect(await graphqlCodes(member, CREATE, { input: inputOf('Other', { channel: 'letter' }) })).toEqual([
      'ValidationError',
    ]);
    expect(await graphqlCodes(member, CREATE, { input: inputOf('Broken', { html: '{% if %' }) })).toEqual([
      'InvalidParameter',
    ]);
    expect(await graphqlCodes(member, UPDATE, { id, input: {} })).toEqual(['MissingParameter']);
  });

  it('are a connection whose pages meet, newest first', async () => {
    const other = await (await stack.createTenant()).session();
    for (const name of ['One', 'Two', 'Three']) await created(other, inputOf(name));
    const { templates } = await graphqlData(other, LIST, { first: 2 });
    const next = await graphqlData(other, LIST, { first: 2, after: templates.pageInfo.endCursor });
    const names = [...templates.edges, ...next.templates.edges].map(({ node }) => node.name);
    expect(names).toEqual(['Three', 'Two', 'One']);
    expect(next.templates.pageInfo.hasNextPage).toBe(false);
  });

  it('of another account are not found by any field', async () => {
    const { id } = await created(member, inputOf('Mine'));
    for (const [query, variables] of [
      [READ, { id }],
      [UPDATE, { id, input: { name: 'Theirs' } }],
      [DELETE, { id }],
      [PREVIEW, { id, input: { data: {} } }],
    ] as const)
      expect(await graphqlCodes(rival, query, variables)).toEqual(['NotFound']);
  });
});
