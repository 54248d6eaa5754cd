import { describe, inject } from 'vitest';
import { REST_COUNTERPARTS as OF_CRM } from '../../apps/crm/src/graphql/rest-counterparts.fixture.js';
import { REST_COUNTERPARTS as OF_MAIL } from '../../apps/mail/src/graphql/rest-counterparts.fixture.js';
import { REST_COUNTERPARTS as OF_PAGES } from '../../apps/pages/src/graphql/rest-counterparts.fixture.js';
import { OF_ACCOUNTS } from '../../apps/platform/src/graphql/rest-counterparts/of-accounts.js';
import { OF_MESSAGES } from '../../apps/platform/src/graphql/rest-counterparts/of-messages.js';
import { OF_OPERATORS } from '../../apps/platform/src/graphql/rest-counterparts/of-operators.js';
import { OF_PEOPLE } from '../../apps/platform/src/graphql/rest-counterparts/of-people.js';
import { CRM_CALLS, CrmAccount } from './calls/crm.js';
import { MAIL_CALLS } from './calls/mail.js';
import { MailAccount } from './calls/mail-rows.js';
import { PAGES_CALLS } from './calls/pages.js';
import { PagesAccount } from './calls/pages-rows.js';
import { PLATFORM_CALLS } from './calls/platform.js';
import { PlatformAccount } from './calls/platform-rows.js';
import { BuiltAccount } from './support/account.js';
import { documentOf } from './support/calls.js';
import { fieldsOf, schemaOf, testFields } from './support/fields.js';

const { dev } = inject('builtStack');
const account = await BuiltAccount.signUp(dev);

const platform = new PlatformAccount(account);
const mail = new MailAccount(account);
const pages = new PagesAccount(account);
const crm = new CrmAccount(account);

/** One route of REST sends in three ways, for which GraphQL has a field each. */
const SENDING = { sendEmail: 'POST /v1/emails/send', sendPush: 'POST /v1/push/send', sendSms: 'POST /v1/sms/send' };

const [ofPlatform, ofMail, ofPages, ofCrm] = await Promise.all([
  documentOf(dev.urls.platform),
  documentOf(dev.urls.mail),
  documentOf(dev.urls.pages),
  documentOf(dev.urls.crm),
]);

// An operator's schema has the fields of the console, too.
const platformSchema = await schemaOf(account.operator('platform'));
const platformFields = {
  ...fieldsOf({ ...OF_ACCOUNTS, ...OF_MESSAGES, ...OF_OPERATORS, ...OF_PEOPLE }),
  ...SENDING,
  membersByIds: 'GET /api/tenants/{id}/members',
};

describe('GraphQL of Platform', () => {
  const app = { name: 'platform', document: ofPlatform, calls: PLATFORM_CALLS, account: () => platform } as const;
  testFields(app, platformSchema, platformFields);
});

const mailSchema = await schemaOf(account.session('mail'));

describe('GraphQL of Mail', () => {
  const app = { name: 'mail', document: ofMail, calls: MAIL_CALLS, account: () => mail } as const;
  testFields(app, mailSchema, fieldsOf(OF_MAIL));
});

const pagesSchema = await schemaOf(account.session('pages'));

describe('GraphQL of the pages', () => {
  const app = { name: 'pages', document: ofPages, calls: PAGES_CALLS, account: () => pages } as const;
  testFields(app, pagesSchema, fieldsOf(OF_PAGES));
});

const crmSchema = await schemaOf(account.session('crm'));

describe('GraphQL of the CRM', () => {
  const app = { name: 'crm', document: ofCrm, calls: CRM_CALLS, account: () => crm } as const;
  testFields(app, crmSchema, fieldsOf(OF_CRM));
});
