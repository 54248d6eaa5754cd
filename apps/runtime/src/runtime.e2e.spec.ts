import { expect, it } from 'vitest';
import { pagesStack } from '../../../test/support/pages-stack.js';
import { useStack } from '../../../test/support/use-stack.js';

const stack = useStack(() => pagesStack({ withRuntime: true }));

it('works on the database of authoring', async () => {
  expect((await stack.anonymous.get('/readyz')).body).toEqual({ status: 'ready' });
  expect((await stack.visitor.get('/readyz')).body).toEqual({ status: 'ready' });
  expect((await stack.visitor.get('/version')).body).toMatchObject({ service: 'runtime' });
});
