import { beforeAll, describe, inject } from 'vitest';
import { IDENTITY_CALLS } from './calls/identity.js';
import { BuiltAccount } from './support/account.js';
import { documentOf, testOperations } from './support/calls.js';

const { dev } = inject('builtStack');
const document = await documentOf(dev.urls.identity);

let account: BuiltAccount;

beforeAll(async () => {
  account = await BuiltAccount.signUp(dev);
});

describe('identity', () => {
  testOperations({ name: 'identity', document, calls: IDENTITY_CALLS, account: () => ({ account }) });
});
