import { afterAll, beforeAll, expect, it } from 'vitest';
import { pagesStack, type PagesStack } from '../../../test/support/pages-stack.js';

let stack: PagesStack;

beforeAll(async () => {
  stack = await pagesStack({ withRuntime: true });
});
afterAll(() => stack?.close());

it('works on the database of authoring', async () => {
  expect((await stack.anonymous.get('/readyz')).body).toEqual({ status: 'ready' });
  expect((await stack.visitor.get('/readyz')).body).toEqual({ status: 'ready' });
  expect((await stack.visitor.get('/version')).body).toMatchObject({ service: 'runtime' });
});
