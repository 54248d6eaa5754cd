import { afterAll, beforeAll, describe, it } from 'vitest';
import { expectSchema } from '../../../../test/support/graphql.js';
import { pagesStack, type PagesStack } from '../../../../test/support/pages-stack.js';

let stack: PagesStack;

beforeAll(async () => {
  stack = await pagesStack({ pages: { ROLE: 'api' } });
});
afterAll(() => stack?.close());

describe('the GraphQL schema', () => {
  it('is the one in schema.graphql, which `npm run test:only -- apps/pages/src/graphql -u` writes', async () => {
    const member = await (await stack.createTenant()).session('member');
    await expectSchema(member, new URL('../../', import.meta.url));
  });
});
