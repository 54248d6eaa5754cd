import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schemaText } from '../../../../test/support/graphql.js';
import { pagesStack, type PagesStack } from '../../../../test/support/pages-stack.js';

let stack: PagesStack;

beforeAll(async () => {
  stack = await pagesStack({ pages: { ROLE: 'api' } });
});
afterAll(() => stack?.close());

describe('the GraphQL schema', () => {
  it('is the one in schema.graphql, which `npm run test:only -- apps/pages/src/graphql -u` writes', async () => {
    const member = await (await stack.createTenant()).session('member');
    await expect(await schemaText(member)).toMatchFileSnapshot('../../schema.graphql');
  });
});
