import { describe, it } from 'vitest';
import { platformStack } from '../../../../test/support/platform-stack.js';
import { expectSchema } from '../../../../test/support/graphql.js';
import { useStack } from '../../../../test/support/use-stack.js';

const stack = useStack(platformStack);

describe('the GraphQL schema', () => {
  it('is the one in schema.graphql, which `npm run test:only -- apps/platform/src/graphql -u` writes', async () => {
    const member = await (await stack.createTenant()).session('member');
    await expectSchema(member, new URL('../../', import.meta.url));
  });
});
