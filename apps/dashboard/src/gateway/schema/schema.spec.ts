import { buildSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import { expectSchemaIn } from '../../../../../test/support/graphql.js';
import { linkFaultsOf } from '../links/link.js';
import { LINKS } from '../links/links.js';
import { perApp, type AppName } from '../../app-names.js';
import { readAppSchemas } from './app-schemas.js';
import { clashesOf } from './clashes.js';
import { mergeSchemas } from './merged-schema.js';

/** The schemas of the apps, some of which have more. */
function schemasWith(more: Partial<Record<AppName, string>>) {
  return perApp((app) => buildSchema(more[app] ?? `type Query { ${app}: Int }`));
}

describe('the schema of the gateway', () => {
  it('is the one in schema.graphql, which `npm run test:only -- apps/dashboard -u` writes', async () => {
    const merged = mergeSchemas(
      readAppSchemas(),
      perApp(() => () => ({ data: null })),
    );
    await expectSchemaIn(new URL('../../../', import.meta.url), merged);
  });

  it('has the names of all apps once', () => {
    expect(clashesOf(readAppSchemas())).toEqual([]);
  });

  it('has links that fit the apps', () => {
    expect(linkFaultsOf(LINKS, readAppSchemas())).toEqual([]);
  });

  it('has the contacts of the CRM beside those of Platform', () => {
    const merged = mergeSchemas(
      readAppSchemas(),
      perApp(() => () => ({ data: null })),
    );
    const fields = merged.getQueryType()?.getFields();
    expect(String(fields?.['contacts']?.type)).toBe('ContactConnection');
    expect(String(fields?.['crmContacts']?.type)).toBe('CrmContactConnection');
  });
});

describe('two apps', () => {
  it('with one name of a root field are refused', () => {
    const schemas = schemasWith({ mail: 'type Query { thing: Int }', pages: 'type Query { thing: Int }' });
    expect(clashesOf(schemas)).toEqual(['mail and pages both have the root field thing']);
  });

  it('with different types of one name are refused', () => {
    const schemas = schemasWith({
      mail: 'type Query { a: Thing } type Thing { id: ID }',
      pages: 'type Query { b: Thing } type Thing { id: ID! }',
    });
    expect(clashesOf(schemas)).toEqual(['mail and pages have different types Thing']);
  });
});

describe('a link', () => {
  const link = { on: 'A', name: 'b', app: 'mail', field: 'bsOf', argument: 'ids' } as (typeof LINKS)[number];

  it('is refused where an app has such a field, or no root field for it', () => {
    const schemas = schemasWith({ crm: 'type Query { a: A } type A { b: Int }' });
    expect(linkFaultsOf([link], schemas)).toEqual([
      'an app has the field A.b, which is a link',
      'mail has no bsOf(ids), which answers A.b',
    ]);
  });
});
