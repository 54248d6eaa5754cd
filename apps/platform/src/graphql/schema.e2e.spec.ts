import { afterAll, beforeAll, describe, it } from 'vitest';
import { type PlatformStack, platformStack } from '../../../../test/support/platform-stack.js';
import { expectSchema } from '../../../../test/support/graphql.js';

let stack: PlatformStack;

beforeAll(async () => {
  stack = await platformStack();
});
afterAll(() => stack?.close());

describe('the GraphQL schema', () => {
  it('is the one in schema.graphql, which `npm run test:only -- apps/platform/src/graphql -u` writes', async () => {
    const member = await (await stack.createTenant()).session('member');
    await expectSchema(member, new URL('../../', import.meta.url));
  });
});
