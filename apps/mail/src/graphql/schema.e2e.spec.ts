import { describe, it } from 'vitest';
import { mailStack } from '../../../../test/support/mail-stack.js';
import { expectSchema } from '../../../../test/support/graphql.js';
import { useStack } from '../../../../test/support/use-stack.js';

const stack = useStack(() => mailStack({ ROLE: 'api' }));

describe('the GraphQL schema', () => {
  it('is the one in schema.graphql, which `npm run test:only -- apps/mail/src/graphql -u` writes', async () => {
    const member = await (await stack.createTenant()).session('member');
    await expectSchema(member, new URL('../../', import.meta.url));
  });
});
