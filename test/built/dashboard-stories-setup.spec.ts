import type { Browser } from 'playwright-core';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { HttpSink, waitUntil } from '#libs/test/testing';
import { startBrowser } from '../support/chromium.js';
import { useStack } from '../support/use-stack.js';
import { BuiltAccount, PASSWORD } from './support/account.js';
import { DashboardVisitor } from './support/dashboard-visitor.js';
import { PATIENCE } from './support/outside.js';

const { dev } = inject('builtStack');
const browser = useStack((): Promise<Browser> => startBrowser());
/** The server of the customer; the stack of specs may call its address. */
const receiver = useStack(() => HttpSink.start('127.0.0.2'));

let account: BuiltAccount;
let customer: DashboardVisitor;

beforeAll(async () => {
  account = await BuiltAccount.signUp(dev);
  customer = await DashboardVisitor.signedIn(browser, dev, { email: account.email, password: PASSWORD });
  return () => customer.close();
});

describe('a domain', () => {
  it('is added, published, and verified by a check', async () => {
    const { page } = customer;
    const name = `${account.mark}.example`;
    await customer.go('Domains');
    await customer.button('Add domain').first().click();
    await customer.dialog.getByLabel('Name').fill(name);
    await customer.dialog.getByRole('button', { name: 'Add domain' }).click();
    await customer.heading(name).waitFor();
    await customer.button('Check now').click();
    await customer.told('Not all records are found yet');
    await page.getByText('Pending', { exact: true }).first().waitFor();

    account.outside.publish(await shownRecords());
    await customer.button('Check now').click();
    await customer.told('The domain is verified');
    await page.getByText('Verified', { exact: true }).first().waitFor();
    await customer.go('Domains');
    await customer.row(name).getByText('Verified', { exact: true }).waitFor();
    expect(customer.faults).toEqual([]);
  });

  /** Records that a person copies from the page to the provider of the domain. */
  async function shownRecords() {
    const records = customer.page.getByRole('listitem').filter({ hasText: 'Required' });
    return Promise.all(
      (await records.all()).map(async (record) => {
        const [name = '', value = ''] = await record.locator('code').allTextContents();
        const text = (await record.textContent()) ?? '';
        return { name, value, type: (['CNAME', 'MX', 'TXT'] as const).find((type) => text.includes(type)) ?? 'TXT' };
      }),
    );
  }
});

describe('a key', () => {
  it('is made, sends, is revoked, and is refused then', async () => {
    const { page } = customer;
    const name = account.name();
    await customer.go('API keys');
    await customer.button('New key').first().click();
    await customer.dialog.getByLabel('Name').fill(name);
    await customer.dialog.getByText('Tests', { exact: true }).click();
    await customer.dialog.getByRole('button', { name: 'New key' }).click();
    const shown = page.getByRole('dialog', { name: 'Your new key' });
    const secret = (await shown.locator('code').textContent()) ?? '';
    expect(secret).toMatch(/^sk_test_/);
    await shown.getByRole('button', { name: 'Done' }).click();
    expect(await page.content()).not.toContain(secret);

    expect((await send(secret)).status).toBe(202);
    await customer.row(name).getByRole('button', { name: 'Revoke' }).click();
    await customer.dialog.getByRole('button', { name: 'Revoke' }).click();
    await customer.told('The key is revoked');
    await customer.row(name).getByText('Revoked', { exact: true }).waitFor();
    expect((await send(secret)).status).toBe(401);
  });
});

describe('an endpoint that fails', () => {
  it('is seen in its deliveries, is sent the event again, and then a whole period', async () => {
    const { page } = customer;
    const url = `${receiver.url}/${account.mark}`;
    receiver.answer({ status: 500, body: 'the database is on fire' });
    await customer.go('Webhooks');
    await customer.button('Add endpoint').first().click();
    await customer.dialog.getByLabel('Address').fill(url);
    await customer.dialog.getByLabel('email.sent', { exact: true }).check();
    await customer.dialog.getByRole('button', { name: 'Add endpoint' }).click();
    const secret = page.getByRole('dialog', { name: 'The secret of this endpoint' });
    expect(await secret.locator('code').textContent()).toMatch(/^whsec_/);
    await secret.getByRole('button', { name: 'Done' }).click();
    await customer.row(url).getByRole('link').click();
    await customer.heading(url).waitFor();

    await customer.button('Send a test').click();
    await customer.told('The test is on its way');
    const delivery = page.getByRole('table', { name: 'Deliveries' }).getByRole('row').filter({ hasText: '500' });
    await again(() => delivery.first().isVisible());
    await delivery.first().getByRole('button').first().click();
    await customer.dialog.getByText('the database is on fire').waitFor();
    await page.keyboard.press('Escape');

    receiver.answer({ status: 200 });
    const failed = receiver.requests.length;
    await delivery.first().getByRole('button', { name: 'Send again' }).click();
    await customer.told('The event is sent once more');
    await waitUntil(() => receiver.requests.length > failed, { ...PATIENCE, what: 'the event, once more' });
    await again(() => page.getByRole('row').filter({ hasText: 'Delivered' }).first().isVisible());

    const resent = receiver.requests.length;
    await customer.button('Actions').click();
    await page.getByRole('menuitem', { name: 'Replay a period' }).click();
    await customer.dialog.getByLabel('From').fill(localTime(-3_600_000));
    await customer.dialog.getByLabel('To').fill(localTime(3_600_000));
    await customer.dialog.getByRole('button', { name: 'Replay a period' }).click();
    await customer.told(/\d+ events? (?:is|are) delivered once more/);
    await waitUntil(() => receiver.requests.length > resent, { ...PATIENCE, what: 'the events of the period' });
    expect(new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  });

  /** Presses the button that reads the list anew until something is seen. */
  const again = (seen: () => Promise<boolean>) =>
    waitUntil(
      async () => {
        if (await seen()) return true;
        // The page follows what happens; reading the list anew is for a missed event.
        const anew = customer.button('Try again').first();
        if (await anew.isVisible()) await anew.click();
        return seen();
      },
      { ...PATIENCE, what: 'the state of the delivery' },
    );
});

describe('an endpoint in the format of another service', () => {
  it('asks for what the format has words for, and gets its bodies', async () => {
    const { page } = customer;
    const url = `${receiver.url}/${account.mark}-postmark`;
    receiver.answer({ status: 200 });
    await customer.go('Webhooks');
    await customer.button('Add endpoint').first().click();
    await customer.dialog.getByLabel('Address').fill(url);
    await customer.dialog.getByLabel('sms.sent', { exact: true }).check();
    await customer.dialog.getByRole('combobox', { name: 'Format' }).click();
    await page.getByRole('option', { name: 'Postmark' }).click();
    expect(await customer.dialog.getByLabel('sms.sent', { exact: true }).count()).toBe(0);
    await customer.dialog.getByRole('button', { name: 'Add endpoint' }).click();
    await page
      .getByRole('dialog', { name: 'The secret of this endpoint' })
      .getByRole('button', { name: 'Done' })
      .click();
    await customer.row(url).getByRole('link').click();
    await customer.heading(url).waitFor();
    await page.getByText('Postmark', { exact: true }).waitFor();
    await customer.button('Send a test').click();
    await customer.told('The test is on its way');
    const arrived = () => receiver.requests.find(({ path }) => url.endsWith(path));
    const { text } = await waitUntil(arrived, { ...PATIENCE, what: 'the sample' });
    expect(JSON.parse(text)).toMatchObject({ RecordType: 'Delivery', Recipient: 'someone@example.test' });
  });
});

/** The call that the page shows for `curl`. */
const send = (key: string): Promise<Response> =>
  fetch(`${dev.urls.platform}/v1/emails/send`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      Source: 'hello@start.test',
      Destination: { ToAddresses: [account.address()] },
      Message: { Subject: { Data: 'Hello' }, Body: { Text: { Data: 'Hello' } } },
    }),
  });

/** A time as the field of the browser takes it, which has the time zone of this process. */
function localTime(offsetMs: number): string {
  const at = new Date(Date.now() + offsetMs);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
