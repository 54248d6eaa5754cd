import { beforeAll, describe, inject } from 'vitest';
import { MAIL_CALLS } from './calls/mail.js';
import { MailAccount } from './calls/mail-rows.js';
import { BuiltAccount } from './support/account.js';
import { documentOf, testOperations } from './support/calls.js';

const { dev } = inject('builtStack');
const document = await documentOf(dev.urls.mail);

let own: MailAccount;

beforeAll(async () => {
  own = new MailAccount(await BuiltAccount.signUp(dev));
});

describe('Mail', () => {
  testOperations({ name: 'mail', document, calls: MAIL_CALLS, account: () => own });
});
