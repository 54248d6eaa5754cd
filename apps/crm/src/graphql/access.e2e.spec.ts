import { describe, expect, it } from 'vitest';
import { AccessRegistry } from '#libs/core/auth';
import { crmStack } from '../../../../test/support/crm-stack.js';
import { graphqlCodes } from '../../../../test/support/graphql.js';
import { spendFields } from '../../../../test/support/spent-fields.js';
import { usePrepared, useStack } from '../../../../test/support/use-stack.js';

const stack = useStack(() => crmStack({ ROLE: 'api' }));
const tenant = usePrepared(() => stack.createTenant());

const READ = '{ contacts { pageInfo { hasNextPage } } }';
const WRITE = 'mutation { createCompany(input: { nome: "Padaria" }) { id } }';

describe('every field of the schema', () => {
  it('is for sessions, and what concerns the whole account is for admins', () => {
    const routes = stack.app.get(AccessRegistry, { strict: false }).routes();
    const fields = Object.entries(routes).filter(([name]) => /^(Query|Mutation)\./.test(name));
    expect(fields.length).toBeGreaterThan(15);
    for (const [name, access] of fields) expect(access, name).toMatchObject({ kind: 'session', tenant: true });
    const ofAdmins = fields.filter(([, access]) => access?.kind === 'session' && access.role === 'admin');
    expect(ofAdmins.map(([name]) => name).sort()).toEqual([
      'Mutation.approveErasureRequest',
      'Mutation.createConversionIntegration',
      'Mutation.createCustomField',
      'Mutation.createDestination',
      'Mutation.deleteConversionIntegration',
      'Mutation.deleteCustomField',
      'Mutation.deleteDestination',
      'Mutation.refuseErasureRequest',
      'Mutation.replaceAccountSettings',
      'Mutation.replaceConversionIntegration',
      'Mutation.replaceDestination',
      'Mutation.replaceMessagingSettings',
      'Mutation.replaceScoreRules',
      'Mutation.setRetention',
      'Mutation.testConversionIntegration',
      'Mutation.testDestination',
      'Mutation.updateCustomField',
      'Query.erasureRequests',
      'Query.subjectExport',
    ]);
  });

  it('rejects a stranger, a key, an account without the CRM and a suspended one', async () => {
    const without = await (await stack.createTenant(['mail'])).session();
    const suspended = await stack.createTenant();
    const late = await suspended.session();
    await suspended.setStatus('suspended');
    for (const [name, client, code] of [
      ['stranger', stack.anonymous, 'AuthorizationError'],
      ['key', await tenant.key(), 'AuthorizationError'],
      ['without the CRM', without, 'NotFound'],
      ['suspended', late, 'TenantSuspended'],
    ] as const) {
      expect(await graphqlCodes(client, WRITE), name).toEqual([code]);
      if (name !== 'suspended') expect(await graphqlCodes(client, READ), name).toEqual([code]);
    }
    expect(await graphqlCodes(late, READ)).toEqual([]);
  });

  it('counts up to 1,500 root fields a minute of a session', async () => {
    const client = await tenant.session();
    // Of no id's form: it counts, and no statement runs.
    const field = 'customField(id: "x") { id }';
    const ten = `{ ${Array.from({ length: 10 }, (_, n) => `a${n}: ${field}`).join(' ')} }`;
    const left = async () => (await client.post('/graphql', { query: ten })).headers['x-ratelimit-remaining'];
    expect(await left()).toBe('1490');
    await spendFields(stack, client, 1_480);
    expect(await left()).toBe('0');
    expect(await graphqlCodes(client, `{ ${field} }`)).toEqual(['Throttling']);
    expect(await graphqlCodes(client, WRITE)).toEqual(['Throttling']);
  });

  it('is at most the tenth of a call', async () => {
    const fields = Array.from({ length: 11 }, (_, n) => `a${n}: accountSettings { pais }`);
    expect(await graphqlCodes(await tenant.session(), `{ ${fields.join(' ')} }`)).toEqual(['ValidationError']);
  });
});
