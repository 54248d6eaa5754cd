import type { Browser } from 'playwright-core';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { waitUntil } from '#libs/test/testing';
import { startBrowser } from '../support/chromium.js';
import { useStack } from '../support/use-stack.js';
import { BuiltAccount, expectStatus, PASSWORD } from './support/account.js';
import { DashboardVisitor } from './support/dashboard-visitor.js';
import { Outside, PATIENCE } from './support/outside.js';

const { dev } = inject('builtStack');
const browser = useStack((): Promise<Browser> => startBrowser());

describe('somebody new', () => {
  it('creates an account, confirms the address, sends a first mail, and sees it on its timeline', async () => {
    const email = `new-${Date.now()}@example.test`;
    const customer = await DashboardVisitor.come(browser, dev.urls.dashboard);
    const { page } = customer;
    await page.goto(dev.urls.dashboard);
    await page.getByRole('link', { name: 'Create one' }).click();
    await page.getByLabel('Your name').fill('Nova');
    await page.getByLabel('Company or team').fill('Nova and sons');
    await page.getByLabel('E-mail address').fill(email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Create account' }).click();
    await customer.arrived();
    await page.getByText('Your e-mail address is not confirmed yet.').waitFor();

    await page.goto(await new Outside(dev).inMailTo(email, /(https?:\/\/\S*\/verify-email\?token=[\w-]+)/));
    await page.getByRole('button', { name: 'Confirm this address' }).click();
    await page.getByRole('heading', { name: 'Your address is confirmed' }).waitFor();

    await customer.open('/');
    await customer.go('Get started');
    expect(await page.getByText('Your e-mail address is not confirmed yet.').count()).toBe(0);
    await customer.button('Send it now').click();
    const first = page.getByRole('listitem').filter({ hasText: 'Send yourself a mail' });
    // The server of the recipient has taken it; only a report that not every server sends says more.
    await first.getByText('Sent', { exact: true }).waitFor();
    await first.getByRole('img', { name: 'Done' }).waitFor();
    await first.getByRole('link', { name: 'See its timeline' }).click();
    await customer.heading('It works').waitFor();
    await page.getByRole('main').getByRole('listitem').filter({ hasText: 'Sent' }).waitFor();
    await page.getByText('This is your first mail from Service.').waitFor();
    await new Outside(dev).inMailTo(email, /(This is your first mail from Service\.)/);
    expect(customer.faults).toEqual([]);
    await customer.close();
  });
});

describe('a customer', () => {
  let account: BuiltAccount;
  let customer: DashboardVisitor;

  beforeAll(async () => {
    account = await BuiltAccount.signUp(dev);
    customer = await DashboardVisitor.signedIn(browser, dev, { email: account.email, password: PASSWORD });
    return () => customer.close();
  });

  it('writes a template, sees it filled in, sends a campaign of it to a list, and reads its figures', async () => {
    const { page } = customer;
    const [name, list, campaign] = [account.name(), account.name(), account.name()];
    const people = [account.address(), account.address()];
    await writeTemplate(name);
    await makeList(list, people);

    await customer.go('Campaigns');
    await page.getByRole('link', { name: 'New campaign' }).first().click();
    await customer.heading('New campaign').waitFor();
    await page.getByLabel('List').selectOption({ label: `${list} (2 members)` });
    await page.getByLabel('Name', { exact: true }).fill(campaign);
    await page.getByLabel('From', { exact: true }).fill('news@start.test');
    await page.getByLabel('Template').selectOption({ label: name });
    await customer.button('Save').click();
    await customer.heading(campaign).waitFor();
    await customer.button('Send now').click();
    await customer.dialog.getByText('Send to 2 people?').waitFor();
    await customer.dialog.getByRole('button', { name: 'Send now' }).click();
    await customer.told('The campaign is on its way');
    await page.getByText('Completed', { exact: true }).first().waitFor();

    for (const address of people) await account.outside.inMailTo(address, /(Hello from the campaign)/);
    await waitUntil(
      async () => {
        await customer.open(new URL(page.url()).pathname);
        return (await figure('Sent')) === '2';
      },
      { ...PATIENCE, what: 'both messages as sent' },
    );
    expect([await figure('Recipients'), await figure('Accepted'), await figure('Refused')]).toEqual(['2', '2', '0']);
    await page.getByRole('link', { name: 'Its messages' }).click();
    await customer.heading('Messages').waitFor();
    for (const address of people) await customer.row(address).waitFor();
  });

  it('is told of a suppressed address before it sends, and then refused', async () => {
    const { page } = customer;
    const address = account.address();
    await customer.go('Audience');
    await page.getByRole('tab', { name: 'Suppressions' }).click();
    await customer.button('Suppress an address').first().click();
    await customer.dialog.getByLabel('Address').fill(address);
    await customer.dialog.getByRole('button', { name: 'Save' }).click();
    await customer.row(address).getByText('By hand').waitFor();

    await customer.go('Send');
    await page.getByLabel('From', { exact: true }).fill('hello@start.test');
    await page.getByLabel('To', { exact: true }).fill(address);
    await page.getByText(`Nothing is sent to: ${address}`).waitFor();
    await page.getByLabel('Subject', { exact: true }).fill('Hello');
    await page.getByRole('textbox', { name: 'Text' }).fill('Hello');
    await customer.button('Send').click();
    await page
      .getByText(/suppressed/i)
      .first()
      .waitFor();
    expect(await account.outside.mailsTo(address)).toEqual([]);
  });

  async function writeTemplate(name: string): Promise<void> {
    const { page } = customer;
    await customer.go('Templates');
    await page.getByRole('link', { name: 'New template' }).first().click();
    await customer.heading('New template').waitFor();
    await page.getByLabel('Name', { exact: true }).fill(name);
    await page.getByLabel('Subject', { exact: true }).fill('News');
    await page.getByText('Code', { exact: true }).click();
    await page.getByLabel('HTML', { exact: true }).fill('<h1>Hello {{ name }}</h1>');
    await customer.button('Save').click();
    await customer.told('The template is saved');
    await customer.heading(name).waitFor();

    await page.getByLabel('HTML', { exact: true }).fill('<h1>Hello from the campaign, {{ name }}</h1>');
    await page.frameLocator('iframe').getByRole('heading', { name: 'Hello from the campaign, {{ name }}' }).waitFor();
    await customer.button('Save').click();
    await waitUntil(async () => (await page.getByText('The template is saved').count()) > 0, PATIENCE);
    await page.getByLabel('Values for the preview').fill('name: Ana');
    await customer.button('Fill in').click();
    await page.getByRole('heading', { name: 'Filled in by the server' }).waitFor();
    await page.frameLocator('iframe').getByRole('heading', { name: 'Hello from the campaign, Ana' }).waitFor();
  }

  async function makeList(list: string, people: readonly string[]): Promise<void> {
    const { page } = customer;
    await customer.go('Audience');
    await page.getByRole('tab', { name: 'Lists' }).click();
    await customer.button('New list').first().click();
    await customer.dialog.getByLabel('Name', { exact: true }).fill(list);
    await customer.dialog.getByRole('button', { name: 'Save' }).click();
    await customer.row(list).waitFor();
    await page.getByRole('tab', { name: 'Contacts' }).click();
    await customer.button('Import').first().click();
    await customer.dialog.getByRole('textbox').fill(people.map((address) => `${address}, Ana`).join('\n'));
    await customer.dialog.getByRole('button', { name: 'Import' }).click();
    for (const address of people) await customer.row(address).waitFor();
    await addMembers(list, people);
  }

  /** Adds members by the API: the page has no way to it yet. */
  async function addMembers(list: string, people: readonly string[]): Promise<void> {
    const session = account.session('platform').with({ 'x-service-tenant': account.tenantId });
    const { Lists } = await expectStatus(session.get('/api/lists?limit=100'), 200);
    const { Contacts } = await expectStatus(session.get('/api/contacts?limit=100'), 200);
    const { Id } = (Lists as { Id: string; Name: string }[]).find(({ Name }) => Name === list)!;
    const members = (Contacts as { Id: string; Email: string }[]).filter(({ Email }) => people.includes(Email));
    await expectStatus(session.post(`/api/lists/${Id}/members`, { ContactIds: members.map((one) => one.Id) }), 200);
  }

  /** A figure by its name, as the screen shows it. */
  const figure = async (name: string): Promise<string> =>
    (await customer.page
      .getByText(name, { exact: true })
      .locator('xpath=following-sibling::*[1]')
      .first()
      .textContent()) ?? '';
});
