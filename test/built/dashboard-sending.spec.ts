import type { Browser, Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { patient, waitUntil } from '#libs/test/testing';
import { violationsOf } from '../support/axe.js';
import { startBrowser } from '../support/chromium.js';
import { useStack } from '../support/use-stack.js';

const { dev } = inject('builtStack');
const browser = useStack((): Promise<Browser> => startBrowser());
/** Keeps a page from looking by itself now and then: what it shows nevertheless, a stream has told it. */
const WITHOUT_LOOKS = `{
  const { setInterval } = window;
  window.setInterval = (run, ms, ...more) => (ms < 5_000 ? setInterval(run, ms, ...more) : 0);
}`;

async function signedIn(locale = 'en-US'): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale });
  const page = await context.newPage();
  await page.goto(dev.urls.dashboard);
  await page.locator('input[name=email]').fill(dev.user.email);
  await page.locator('input[name=password]').fill(dev.user.password);
  await page.locator('button[type=submit]').first().click();
  await page.waitForURL((url) => url.origin === dev.urls.dashboard);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(dev.urls.dashboard + path);
  await page.getByRole('heading', { level: 1 }).waitFor();
}

async function api(path: string, body: object): Promise<Record<string, unknown>> {
  const answer = await fetch(dev.urls.platform + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${dev.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBeLessThan(300);
  return (await answer.json()) as Record<string, unknown>;
}

const send = (to: string, subject: string) =>
  api('/v1/emails/send', {
    Source: 'hello@demo.test',
    Destination: { ToAddresses: [to] },
    Message: { Subject: { Data: subject }, Body: { Text: { Data: 'Hello' } } },
  });

describe('the list of messages', () => {
  it('shows a new message by itself, and follows one stream', async () => {
    await send('first@example.test', 'Before');
    const before = await signedIn();
    // A tab of its own: the one before may open its stream any time.
    const page = await before.context().newPage();
    await page.addInitScript(WITHOUT_LOOKS);
    const streams: string[] = [];
    page.on('request', (request) => request.url().includes('/api/events') && streams.push(request.url()));
    const ready = page.waitForResponse((response) => response.url().includes('/api/events'));
    await open(page, '/messages');
    await ready;
    await page.getByRole('row').nth(1).waitFor();
    const subject = `Live ${Date.now()}`;
    await send('live@example.test', subject);
    await page.getByText(subject).waitFor();
    expect(streams).toHaveLength(1);
    await page.context().close();
  });

  it('shows it without a stream, too, only later', async () => {
    await send('first@example.test', 'Before');
    const page = await signedIn();
    await page.route('**/api/events*', (route) => route.fulfill({ status: 503, body: '' }));
    await open(page, '/messages');
    await page.getByRole('row').nth(1).waitFor();
    const subject = `Away ${Date.now()}`;
    await send('live@example.test', subject);
    await page.getByText(subject).waitFor({ timeout: patient(60_000) });
    expect(await page.getByRole('row').filter({ hasText: subject }).count()).toBe(1);
    await page.context().close();
  });

  it('is sorted from the keyboard; the address keeps the order, and the whole number is told', async () => {
    await send('first@example.test', 'Oldest');
    const page = await signedIn();
    await open(page, '/messages');
    const created = page.getByRole('columnheader', { name: 'Created' });
    expect(await created.getAttribute('aria-sort')).toBe('descending');
    await created.getByRole('button').press('Enter');
    await page.waitForURL(/sort=oldest/);
    await page.locator('[aria-sort=ascending]').waitFor();
    await page.reload();
    await page.locator('[aria-sort=ascending]').waitFor();
    await page.getByText(/^\d[\d,]*\+? entr(y|ies)$/).waitFor();
    await page.context().close();
  });

  it('holds sixty rows at most, however many there are', async () => {
    await Promise.all(Array.from({ length: 110 }, (_, index) => send(`many${index}@example.test`, 'Many')));
    const page = await signedIn();
    await open(page, '/messages');
    await page.getByRole('row').nth(20).waitFor();
    const rows = () => page.getByRole('row').count();
    expect(await rows()).toBeLessThanOrEqual(60);
    const list = page.getByRole('table', { name: 'Messages' });
    await list.hover();
    await page.mouse.wheel(0, 100_000);
    await waitUntil(
      async () => Number(await list.locator('[aria-rowindex]').last().getAttribute('aria-rowindex')) > 80,
      {
        what: 'the rows further down',
      },
    );
    expect(await rows()).toBeLessThanOrEqual(60);
    await page.context().close();
  });
});

describe('a message', () => {
  it('is sent again once, however often the button is pressed', async () => {
    const { MessageId } = await send('again@example.test', `Again ${Date.now()}`);
    const page = await signedIn();
    await open(page, `/messages/${String(MessageId)}`);
    const asked: string[] = [];
    page.on('request', (request) => {
      const { operationName } = (request.postDataJSON() as { operationName?: string } | null) ?? {};
      if (operationName === 'ResendMessage') asked.push(operationName);
    });
    await page.getByRole('button', { name: 'Send again' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).dblclick();
    await page.waitForURL((url) => /\/messages\/msg_/.test(url.pathname) && !url.pathname.endsWith(String(MessageId)));
    await page.getByRole('link', { name: String(MessageId) }).waitFor();
    expect(asked).toHaveLength(1);
    await page.context().close();
  });

  it('goes out once when the answer to the first try never came', async () => {
    const page = await signedIn();
    const subject = `Once ${Date.now()}`;
    await open(page, '/send');
    await page.getByLabel('From').fill('hello@demo.test');
    await page.getByLabel('To', { exact: true }).fill('once@example.test');
    await page.getByLabel('Subject').fill(subject);
    await page.getByLabel('Text', { exact: true }).fill('Hello');
    let lost = 0;
    await page.route('**/graphql', async (route) => {
      const isSend = route.request().postData()?.includes('"SendEmail"');
      if (!isSend || lost > 0) return route.continue();
      lost += 1;
      await route.fetch({ timeout: patient(30_000) });
      return route.abort();
    });
    const button = page.getByRole('button', { name: 'Send', exact: true });
    await button.click();
    await page.getByText('No connection to the server.').waitFor();
    await button.click();
    await page.waitForURL(/\/messages\/msg_/);
    await open(page, `/messages?q=${encodeURIComponent(subject)}`);
    await page.getByText('1 entry').waitFor();
    expect(lost).toBe(1);
    await page.context().close();
  });

  it('tells before it is sent which recipient is suppressed', async () => {
    const address = `never${Date.now()}@example.test`;
    await api('/v1/suppressions', { Address: address });
    const page = await signedIn();
    await open(page, '/send');
    await page.getByLabel('To', { exact: true }).fill(`${address}, fine@example.test`);
    await page
      .getByRole('alert')
      .filter({ hasText: `Nothing is sent to: ${address}` })
      .waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('link', { name: 'See suppressions' }).click();
    await page.getByRole('row').filter({ hasText: address }).waitFor();
    await page.context().close();
  });
});

describe('an audience', () => {
  it('comes from a CSV file onto a list, and a campaign says whom it reaches', async () => {
    const page = await signedIn();
    const mark = Date.now();
    await open(page, '/audience');
    await page.getByRole('button', { name: 'Import' }).first().click();
    const chooser = page.waitForEvent('filechooser');
    await page.getByLabel('CSV file').click();
    const csv = `Nome,Email\n"Lima, Caio",caio${mark}@example.test\nBia,bia${mark}@example.test\n`;
    await (await chooser).setFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
    await page.getByText('2 contacts found').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Import' }).click();
    await page.getByText('2 added').waitFor();

    await open(page, '/audience?tab=lists');
    await page.getByRole('button', { name: 'New list' }).first().click();
    await page.getByRole('dialog').getByLabel('Name').fill(`List ${mark}`);
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('link', { name: `List ${mark}` }).click();
    await page.waitForURL(/\/audience\/lists\//);
    await page.getByRole('button', { name: 'Add contacts' }).first().click();
    for (const name of ['caio', 'bia']) {
      await page.getByRole('dialog').getByLabel('Search').fill(`${name}${mark}`);
      await page.getByRole('button', { name: `Add: ${name}${mark}@example.test` }).click();
    }
    await page.getByRole('dialog').getByRole('button').first().click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.getByText('2 entries').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('link', { name: `caio${mark}@example.test` }).click();
    await page.getByRole('heading', { level: 1, name: 'Lima, Caio' }).waitFor();
    await page.getByText('Nothing was sent to this contact').waitFor();
    expect(await violationsOf(page)).toEqual([]);

    await open(page, '/campaigns/new');
    await page.getByLabel('List').selectOption({ label: `List ${mark} (2 members)` });
    await page.getByText('Reaches').waitFor();
    await page.getByLabel('Name').fill(`Campaign ${mark}`);
    await page.getByLabel('From').fill('hello@demo.test');
    await page.getByLabel('Subject').fill('Hello {{ name }}');
    await page.getByLabel('HTML').fill('<p>Hi {{ name }}</p>');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.waitForURL(/\/campaigns\/cam/);
    await page.getByRole('button', { name: 'Fill in for a recipient' }).click();
    await page.getByText(/^Hello (Lima, Caio|Bia)$/).waitFor();
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Send a test' }).click();
    await page.getByText('The test is on its way').waitFor();
    await page.getByRole('button', { name: 'Send now' }).click();
    await page.getByRole('dialog', { name: 'Send to 2 people?' }).getByRole('button', { name: 'Send now' }).click();
    await page
      .getByText('Completed')
      .first()
      .waitFor({ timeout: patient(60_000) });
    expect(await violationsOf(page)).toEqual([]);
    await page.context().close();
  });
});

describe('settings of sending', () => {
  it('are switched, and stay so', async () => {
    const page = await signedIn();
    await open(page, '/sending');
    const opens = page.getByRole('switch', { name: 'Count who opens a mail' });
    await opens.waitFor();
    const before = await opens.isChecked();
    await opens.press('Space');
    await waitUntil(async () => (await opens.isChecked()) !== before, { what: 'the switch' });
    await page.reload();
    await opens.waitFor();
    expect(await opens.isChecked()).toBe(!before);
    await opens.press('Space');
    await waitUntil(async () => (await opens.isChecked()) === before, { what: 'the switch as it was' });
    await page.context().close();
  });

  it('take a carrier over SMPP', async () => {
    const page = await signedIn();
    await open(page, '/sms');
    await page.getByRole('button', { name: 'Set SMPP' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('This is needed').first().waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.context().close();
  });
});
