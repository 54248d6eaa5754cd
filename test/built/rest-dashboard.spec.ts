import { beforeAll, describe, inject } from 'vitest';
import { DASHBOARD_CALLS } from './calls/dashboard.js';
import { BuiltAccount } from './support/account.js';
import { documentOf, testOperations } from './support/calls.js';

const { dev } = inject('builtStack');
const document = await documentOf(dev.urls.dashboard);

let account: BuiltAccount;

beforeAll(async () => {
  account = await BuiltAccount.signUp(dev);
});

describe('dashboard', () => {
  testOperations({ name: 'dashboard', document, calls: DASHBOARD_CALLS, account: () => ({ account }) });
});
