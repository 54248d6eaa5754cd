import { beforeAll, describe, inject } from 'vitest';
import { CRM_CALLS, CrmAccount } from './calls/crm.js';
import { BuiltAccount } from './support/account.js';
import { documentOf, testOperations } from './support/calls.js';

const { dev } = inject('builtStack');
const document = await documentOf(dev.urls.crm);

let own: CrmAccount;

beforeAll(async () => {
  own = new CrmAccount(await BuiltAccount.signUp(dev));
});

describe('the CRM', () => {
  testOperations({ name: 'crm', document, calls: CRM_CALLS, account: () => own });
});
