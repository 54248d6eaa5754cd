import { describe, it } from 'vitest';
import { crmStack } from '../../../../test/support/crm-stack.js';
import { expectSchema } from '../../../../test/support/graphql.js';
import { useStack } from '../../../../test/support/use-stack.js';

const stack = useStack(() => crmStack({ ROLE: 'api' }));

describe('the GraphQL schema', () => {
  it('is the one in schema.graphql, which `npm run test:only -- apps/crm/src/graphql -u` writes', async () => {
    const member = await (await stack.createTenant()).session('member');
    await expectSchema(member, new URL('../../', import.meta.url));
  });
});
