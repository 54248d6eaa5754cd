import { beforeAll, describe, inject } from 'vitest';
import { PAGES_CALLS } from './calls/pages.js';
import { PagesAccount } from './calls/pages-rows.js';
import { BuiltAccount } from './support/account.js';
import { documentOf, testOperations } from './support/calls.js';

const { dev } = inject('builtStack');
const document = await documentOf(dev.urls.pages);

let own: PagesAccount;

beforeAll(async () => {
  own = new PagesAccount(await BuiltAccount.signUp(dev));
});

describe('pages', () => {
  testOperations({ name: 'pages', document, calls: PAGES_CALLS, account: () => own });
});
