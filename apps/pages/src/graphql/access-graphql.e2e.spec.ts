import { describe, expect, it } from 'vitest';
import { AccessRegistry } from '#libs/core/auth';
import { DnsSink } from '#libs/test/testing';
import { describeCounterparts } from '../../../../test/support/counterparts.js';
import { graphqlCodes } from '../../../../test/support/graphql.js';
import { pagesStack } from '../../../../test/support/pages-stack.js';
import { usePrepared, useStack } from '../../../../test/support/use-stack.js';
import { REST_COUNTERPARTS } from './rest-counterparts.fixture.js';

const dns = useStack(() => DnsSink.start());
const stack = useStack(() => pagesStack({ pages: { ROLE: 'api', DNS_SERVER: dns.server } }));
const tenant = usePrepared(() => stack.createTenant());

describeCounterparts(stack, REST_COUNTERPARTS);

describe('every field of the schema', () => {
  it('is for sessions, and what changes the whole site is for admins', () => {
    const routes = stack.app.get(AccessRegistry, { strict: false }).routes();
    const fields = Object.entries(routes).filter(([name]) => /^(Query|Mutation)\./.test(name));
    expect(fields.length).toBeGreaterThan(30);
    for (const [name, access] of fields) expect(access, name).toMatchObject({ kind: 'session', tenant: true });
    const ofAdmins = fields.filter(([, access]) => access?.kind === 'session' && access.role === 'admin');
    expect(ofAdmins.map(([name]) => name.replace('Mutation.', '')).sort()).toEqual([
      'createDomain',
      'deleteDomain',
      'makeDomainDefault',
      'replaceBrand',
      'replaceSiteSeo',
      'replaceSiteTags',
      'verifyDomain',
    ]);
  });
});

describe('a key of every scope', () => {
  it('is rejected by every feature', async () => {
    const key = await tenant.key();
    for (const query of [
      '{ shortLinks { pageInfo { hasNextPage } } }',
      '{ redirects { pageInfo { hasNextPage } } }',
      '{ domains { id } }',
      '{ media { pageInfo { hasNextPage } } }',
      '{ brand { nome } }',
      '{ siteSeo { idioma } }',
      '{ itemTypes { tipo } }',
      '{ nativeFields { grupos { chave } } }',
    ]) {
      expect(await graphqlCodes(key, query), query).toEqual(['PermissionDenied']);
    }
  });
});
