import { beforeAll, describe, expect, inject, it } from 'vitest';
import { CrmAccount } from './calls/crm.js';
import { MailAccount } from './calls/mail-rows.js';
import { ORIGIN, PagesAccount } from './calls/pages-rows.js';
import { PlatformAccount } from './calls/platform-rows.js';
import { BuiltAccount } from './support/account.js';
import { documentOf, operationsIn, send } from './support/calls.js';

const { dev } = inject('builtStack');

const APPS = ['platform', 'mail', 'pages', 'crm'] as const;

/** All operations that list or show something without an id in the path. */
const lists = await Promise.all(
  APPS.map(async (app) => {
    const operations = operationsIn(await documentOf(dev.urls[app]));
    const reads = operations.filter(({ method, path, credential, isMeta }) => {
      const isOfTenant = credential !== 'none' && !path.startsWith('/api/admin/');
      return method === 'GET' && !path.includes('{') && isOfTenant && !isMeta;
    });
    return reads.map((operation) => [app, operation] as const);
  }),
);

let own: BuiltAccount;
let other: BuiltAccount;

beforeAll(async () => {
  [own, other] = [await BuiltAccount.signUp(dev), await BuiltAccount.signUp(dev)];
  for (const account of [own, other]) await fill(account);
});

/** A row of most kinds, each with the account's mark in it. */
async function fill(account: BuiltAccount): Promise<void> {
  const [platform, mail] = [new PlatformAccount(account), new MailAccount(account)];
  const [pages, crm] = [new PagesAccount(account), new CrmAccount(account)];
  for (const rows of [platform.api, platform.v1]) {
    await rows.campaign();
    await rows.template();
    await rows.topic();
    await rows.suppression();
    await rows.delivery();
  }
  await platform.waitingMessage('emails');
  await platform.device();
  await mail.draft();
  await pages.publishedPage();
  await pages.lead();
  await pages.link();
  await pages.media();
  await pages.redirect();
  await pages.experiment();
  await pages.pixel();
  await pages.reportView();
  await pages.recording(ORIGIN);
  await crm.person();
  await crm.field();
  await crm.view();
  await crm.erasure();
  await crm.merge();
}

describe('beside another tenant with the same kinds of rows', () => {
  it.each(lists.flat().map(([app, operation]) => [`${app}: ${operation.name}`, app, operation] as const))(
    '%s shows nothing of it',
    async (_, app, operation) => {
      const client = operation.credential === 'key' ? own.withKey(app) : own.session(app);
      const { text } = await send(operation, {}, client);
      for (const sign of [other.mark, other.tenantId, other.userId]) expect(text).not.toContain(sign);
    },
  );

  it('a list shows the rows of its own tenant', async () => {
    const { text } = await own.session('platform').get('/api/campaigns');
    expect(text).toContain(own.mark);
  });
});
