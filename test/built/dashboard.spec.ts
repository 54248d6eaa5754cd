import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { violationsOf } from '../support/axe.js';
import { startBrowser } from '../support/chromium.js';
import { useStack } from '../support/use-stack.js';
import { DashboardVisitor, type Login, type Look } from './support/dashboard-visitor.js';

const SCREENS = ['/', '/messages', '/send', '/templates', '/campaigns', '/audience', '/reports', '/domains', '/keys'];
const MORE_SCREENS = [
  '/webhooks',
  '/sms',
  '/push',
  '/tenant',
  '/plan',
  '/audit',
  '/account',
  '/account/security',
  '/start',
];
const CONSOLE = ['', '/tenants', '/users', '/plans', '/blocks', '/alerts', '/queues', '/audit'].map(
  (one) => `/console${one}`,
);

const { dev } = inject('builtStack');
const browser = useStack((): Promise<Browser> => startBrowser());

const signedIn = (login: Login, look: Look) => DashboardVisitor.signedIn(browser, dev, login, look);

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
