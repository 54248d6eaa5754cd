import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { violationsOf } from '../support/axe.js';
import { startBrowser } from '../support/chromium.js';
import { useStack } from '../support/use-stack.js';
import { expectStatus, login } from './support/account.js';
import { PatientClient } from './support/patient-client.js';
import { DashboardVisitor, type Login, type Look } from './support/dashboard-visitor.js';

const SCREENS = ['/', '/messages', '/send', '/templates', '/campaigns', '/audience', '/reports', '/domains', '/keys'];
const MORE_SCREENS = [
  '/webhooks',
  '/sms',
  '/push',
  '/sending',
  '/tenant',
  '/plan',
  '/audit',
  '/account',
  '/account/security',
  '/start',
];
const CONSOLE = [
  '',
  '/tenants',
  '/users',
  '/plans',
  '/blocks',
  '/alerts',
  '/queues',
  '/senders',
  '/feedback',
  '/deletions',
  '/audit',
].map((one) => `/console${one}`);

const { dev } = inject('builtStack');
const browser = useStack((): Promise<Browser> => startBrowser());

const signedIn = (who: Login, look: Look) => DashboardVisitor.signedIn(browser, dev, who, look);

describe('a customer', () => {
  it('sends an e-mail with a key, and sees what became of it', async () => {
    const customer = await signedIn(dev.user, { width: 1280, colorScheme: 'light' });
    const subject = `From the dashboard's spec ${Date.now()}`;
    const answer = await fetch(`${dev.urls.platform}/v1/emails/send`, {
      method: 'POST',
      headers: { authorization: `Bearer ${dev.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        Source: 'hello@demo.test',
        Destination: { ToAddresses: ['ana@example.test'] },
        Message: {
          Subject: { Data: subject },
          Body: { Html: { Data: '<h1>It works</h1><script>document.title="x"</script>' } },
        },
      }),
    });
    expect(answer.status).toBe(202);
    const { page, faults } = customer;
    await customer.open('/messages');
    await page.getByRole('row').filter({ hasText: subject }).getByRole('link').click();
    await page.waitForURL(/\/messages\/msg_/);
    await customer.shown();
    await page.frameLocator('iframe').getByRole('heading', { name: 'It works' }).waitFor();
    expect(await page.title()).not.toBe('x');
    // The script of the message is kept from running by the policy of its frame, which the console tells.
    expect(faults.filter((fault) => !/sandbox|frame/i.test(fault))).toEqual([]);
    await customer.close();
  });

  it('finds by keys alone what several parts of the product have of a person', async () => {
    const platform = new PatientClient(dev.urls.platform);
    const authorization = `Bearer ${await login(platform, dev.user.email, dev.user.password)}`;
    const [name, email] = [`Ana ${Date.now()}`, `ana-${Date.now()}@example.test`];
    const crm = new PatientClient(dev.urls.crm, { authorization });
    await expectStatus(crm.post('/v1/contatos', { nome: name, email }), 201);
    const sender = new PatientClient(dev.urls.platform, { authorization: `Bearer ${dev.apiKey}` });
    const sent = {
      Source: 'hello@demo.test',
      Destination: { ToAddresses: [email] },
      Message: { Subject: { Data: 'Found by its address' }, Body: { Text: { Data: 'Hello.' } } },
    };
    await expectStatus(sender.post('/v1/emails/send', sent), 202);
    const customer = await signedIn(dev.user, { width: 1280, colorScheme: 'dark' });
    const { page, faults } = customer;
    const text = page.getByRole('textbox', { name: /go to a screen/i });
    await page.keyboard.press('Control+k');
    await text.waitFor();
    await page.keyboard.press('Escape');
    await text.waitFor({ state: 'detached' });
    await page.keyboard.press('Control+k');
    await text.fill(email);
    const found = page.locator('[data-action]');
    await found.filter({ hasText: 'Found by its address' }).waitFor();
    await found.filter({ hasText: name }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/messages\/msg_/);
    await customer.shown();
    // The message names the contact that the CRM has of its address.
    await page.getByText(name, { exact: true }).waitFor();
    expect(faults).toEqual([]);
    await customer.close();
  });

  it('signs out, and is asked to sign in again', async () => {
    const customer = await signedIn(dev.user, { width: 1280, colorScheme: 'light' });
    const { page } = customer;
    await page.evaluate(
      `fetch('/auth/logout', { method: 'POST' }).then((answer) => answer.json()).then(({ to }) => { location.href = to; })`,
    );
    await page.waitForURL((url) => url.origin === dev.urls.identity);
    await page.goto(`${dev.urls.dashboard}/messages`);
    await page.waitForURL((url) => url.origin === dev.urls.identity);
    expect(await page.locator('input[name=password]').count()).toBe(1);
    await customer.close();
  });
});

describe.each<Look>([
  { width: 1280, colorScheme: 'light' },
  { width: 375, colorScheme: 'dark', locale: 'pt-BR' },
])('at $width px, $colorScheme,', (look) => {
  let customer: DashboardVisitor;
  let operator: DashboardVisitor;
  beforeAll(async () => {
    [customer, operator] = [await signedIn(dev.user, look), await signedIn(dev.operator, look)];
    return async () => {
      await customer.close();
      await operator.close();
    };
  });

  it.each([...SCREENS, ...MORE_SCREENS])('%s is usable by everybody, and fits', async (path) => {
    await customer.open(path);
    expect(await violationsOf(customer.page)).toEqual([]);
    expect(await customer.scrollsSideways()).toBe(false);
    expect(customer.faults.splice(0)).toEqual([]);
  });

  it.each(CONSOLE)('%s is usable by every operator, and fits', async (path) => {
    await operator.open(path);
    expect(await violationsOf(operator.page)).toEqual([]);
    expect(await operator.scrollsSideways()).toBe(false);
    expect(operator.faults.splice(0)).toEqual([]);
  });
});

it('a page without scripts says in a plain word what it needs', async () => {
  const text = readFileSync('apps/dashboard/web/index.html', 'utf8');
  expect(text).toMatch(/<noscript>[\s\S]*JavaScript[\s\S]*<\/noscript>/);
});
