import { describe, it } from 'vitest';
import { expectSchema } from '../../../../test/support/graphql.js';
import { pagesStack } from '../../../../test/support/pages-stack.js';
import { useStack } from '../../../../test/support/use-stack.js';

const stack = useStack(() => pagesStack({ pages: { ROLE: 'api' } }));

describe('the GraphQL schema', () => {
  it('is the one in schema.graphql, which `npm run test:only -- apps/pages/src/graphql -u` writes', async () => {
    const member = await (await stack.createTenant()).session('member');
    await expectSchema(member, new URL('../../', import.meta.url));
  });
});
