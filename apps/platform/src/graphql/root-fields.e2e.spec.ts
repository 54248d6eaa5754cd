import { describe, expect, it } from 'vitest';
import { askGraphql, graphqlData } from '../../../../test/support/graphql.js';
import { platformStack } from '../../../../test/support/platform-stack.js';
import { createAccount, draft } from '../campaigns/campaigns.fixture.js';
import { useStack } from '../../../../test/support/use-stack.js';

const stack = useStack(() => platformStack({ environment: { ROLE: 'api' } }));

const CAMPAIGNS = 'campaigns { edges { node { list { name } } } }';
const FOUND = { edges: [{ node: { list: { name: 'All' } } }] };

describe('the root fields of one query', () => {
  it('keep their tenant beside fields that have none, and the relations of their rows do', async () => {
    const account = await createAccount(stack);
    await draft(account);
    const { tenant, session } = account;
    const others = `consoleMe { operator } tenant(tenantId: "${tenant.id}") { id }`;
    for (const query of [`{ ${CAMPAIGNS} ${others} }`, `{ ${others} ${CAMPAIGNS} }`]) {
      const data = await graphqlData(session, query);
      expect(data).toEqual({ campaigns: FOUND, consoleMe: { operator: false }, tenant: { id: tenant.id } });
    }
  });

  it('give an operator no tenant by the fields of the console', async () => {
    const operator = await stack.operator();
    const { data, errors } = await askGraphql(operator, `{ ${CAMPAIGNS} plans { name } }`);
    expect(data).toMatchObject({ campaigns: null, plans: expect.any(Array) });
    expect(errors).toMatchObject([{ path: ['campaigns'], extensions: { code: 'NoTenant' } }]);
  });

  it("give a member nothing of the console, and an operator's own tenant stays readable beside it", async () => {
    const account = await createAccount(stack);
    await draft(account);
    const refused = await askGraphql(account.session, `{ ${CAMPAIGNS} plans { name } }`);
    expect(refused.data).toEqual({ campaigns: FOUND, plans: null });
    expect(refused.errors).toMatchObject([{ path: ['plans'], extensions: { code: 'PermissionDenied' } }]);
    const { id, slug } = account.tenant;
    const { client } = await stack.createSession({
      operator: true,
      memberships: [{ tenantId: id, slug, role: 'member' }],
    });
    const data = await graphqlData(client, `{ ${CAMPAIGNS} plans { name } }`);
    expect(data).toMatchObject({ campaigns: FOUND, plans: expect.any(Array) });
  });
});
