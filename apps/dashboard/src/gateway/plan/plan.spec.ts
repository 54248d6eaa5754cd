import { parse, print } from 'graphql';
import { describe, expect, it } from 'vitest';
import { perApp } from '../../app-names.js';
import { readAppSchemas } from '../schema/app-schemas.js';
import { mergeSchemas } from '../schema/merged-schema.js';
import { Planner } from './plan.js';

const schemas = readAppSchemas();
const planner = new Planner(
  mergeSchemas(
    schemas,
    perApp(() => () => ({ data: null })),
  ),
  schemas,
);

const planOf = (text: string) => planner.planOf(parse(text));
const normal = (text: string) => print(parse(text));

describe('a document', () => {
  it('of one app goes there as it is', () => {
    const text =
      'query A ($n: Int) { messages(first: $n) { edges { node { ...part } } } } fragment part on Message { id }';
    expect(planOf(text)).toEqual({ kind: 'one app', app: 'platform', query: normal(text) });
  });

  it('of one app may ask for the names of types', () => {
    expect(planOf('{ __typename me { __typename } }')).toMatchObject({ kind: 'one app', app: 'platform' });
  });

  it('of the CRM has the names that the CRM knows, and answers by those that were asked', () => {
    expect(planOf('{ crmContact(id: "a") { id } two: crmContact(id: "b") { id } }')).toEqual({
      kind: 'one app',
      app: 'crm',
      query: normal('{ crmContact: contact(id: "a") { id } two: contact(id: "b") { id } }'),
    });
  });

  it('of the CRM keeps fields that are called as one of Platform inside', () => {
    const text = '{ crmContacts(first: 1) { edges { node { id } } } companies(first: 1) { edges { node { id } } } }';
    expect(planOf(text)).toMatchObject({ kind: 'one app', app: 'crm' });
  });

  it('of two apps is put together', () => {
    expect(planOf('{ me { email } pages(first: 1) { edges { node { id } } } }')).toEqual({ kind: 'merged' });
  });

  it.each([
    '{ crmContact(id: "a") { messages { id } } }',
    '{ messages { edges { node { ...to } } } } fragment to on Message { who: crmContact { id } }',
    '{ auditEntries { edges { node { author { name } } } } }',
    '{ searchAll(q: "ana") { messages { id } } }',
  ])('that follows a link is put together: %s', (text) => expect(planOf(text)).toEqual({ kind: 'merged' }));

  it('that asks for fields called like a link elsewhere goes to its app', () => {
    expect(planOf('{ messages(first: 1) { edges { node { id } } } }')).toMatchObject({ app: 'platform' });
    expect(planOf('{ leads(first: 1) { edges { node { id } } } }')).toMatchObject({ app: 'pages' });
  });

  it.each(['{ __schema { queryType { name } } }', '{ __type(name: "Message") { name } me { email } }'])(
    'that asks for the schema is answered here: %s',
    (text) => expect(planOf(text)).toEqual({ kind: 'merged' }),
  );

  it('is planned once', () => {
    const document = parse('{ me { email } }');
    expect(planner.planOf(document)).toBe(planner.planOf(document));
  });
});
