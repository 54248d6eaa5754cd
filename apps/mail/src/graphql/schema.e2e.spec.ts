import { afterAll, beforeAll, describe, it } from 'vitest';
import { type MailStack, mailStack } from '../../../../test/support/mail-stack.js';
import { expectSchema } from '../../../../test/support/graphql.js';

let stack: MailStack;

beforeAll(async () => {
  stack = await mailStack({ ROLE: 'api' });
});
afterAll(() => stack?.close());

describe('the GraphQL schema', () => {
  it('is the one in schema.graphql, which `npm run test:only -- apps/mail/src/graphql -u` writes', async () => {
    const member = await (await stack.createTenant()).session('member');
    await expectSchema(member, new URL('../../', import.meta.url));
  });
});
