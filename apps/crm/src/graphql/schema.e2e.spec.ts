import { afterAll, beforeAll, describe, it } from 'vitest';
import { type CrmStack, crmStack } from '../../../../test/support/crm-stack.js';
import { expectSchema } from '../../../../test/support/graphql.js';

let stack: CrmStack;

beforeAll(async () => {
  stack = await crmStack({ ROLE: 'api' });
});
afterAll(() => stack?.close());

describe('the GraphQL schema', () => {
  it('is the one in schema.graphql, which `npm run test:only -- apps/crm/src/graphql -u` writes', async () => {
    const member = await (await stack.createTenant()).session('member');
    await expectSchema(member, new URL('../../', import.meta.url));
  });
});
