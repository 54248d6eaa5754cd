import { beforeAll, describe, inject } from 'vitest';
import { RUNTIME_CALLS } from './calls/runtime.js';
import { PagesAccount } from './calls/pages-rows.js';
import { BuiltAccount } from './support/account.js';
import { documentOf, testOperations } from './support/calls.js';

const { dev } = inject('builtStack');
const document = await documentOf(dev.urls.runtime);

let own: PagesAccount;

beforeAll(async () => {
  own = new PagesAccount(await BuiltAccount.signUp(dev));
});

describe('runtime', () => {
  testOperations({ name: 'runtime', document, calls: RUNTIME_CALLS, account: () => own });
});
