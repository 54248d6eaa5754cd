import type { Browser } from 'playwright-core';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { startBrowser } from '../support/chromium.js';
import { useStack } from '../support/use-stack.js';
import { BuiltAccount, expectStatus, PASSWORD } from './support/account.js';
import { DashboardVisitor, type Login } from './support/dashboard-visitor.js';

const { dev } = inject('builtStack');
const browser = useStack((): Promise<Browser> => startBrowser());

/** A user with two accounts, each with a domain of its own name. */
let account: BuiltAccount;
let login: Login;
let tenants: readonly Tenant[];

interface Tenant {
  id: string;
  name: string;
  domain: string;
}

beforeAll(async () => {
  account = await BuiltAccount.signUp(dev);
  login = { email: account.email, password: PASSWORD };
  const session = account.session('platform');
  const created = await expectStatus(session.post('/api/tenants', { Name: `${account.mark} second` }), 201);
  tenants = [
    { id: account.tenantId, name: account.mark, domain: `one.${account.mark}.example` },
    { id: created.Tenant.Id, name: `${account.mark} second`, domain: `two.${account.mark}.example` },
  ];
  for (const { id, domain } of tenants) {
    await expectStatus(session.with({ 'x-service-tenant': id }).post('/api/domains', { Name: domain }), 201);
  }
});

describe('two tabs', () => {
  it('each go on with the account that they show when the other switches, and never show data of both', async () => {
    const [one, two] = tenants as [Tenant, Tenant];
    const first = await DashboardVisitor.signedIn(browser, dev, login);
    const second = await first.tab();
    await choose(first, one.name);
    await first.open('/domains');
    await second.open('/domains');
    for (const tab of [first, second]) await tab.row(one.domain).waitFor();

    await choose(second, two.name);
    await shows(second, two, one);
    await shows(first, one, two);
    await first.go('Templates');
    await first.go('Domains');
    await shows(first, one, two);
    // What is written goes to the account that is shown.
    const added = `three.${account.mark}.example`;
    await first.button('Add domain').first().click();
    await first.dialog.getByLabel('Name').fill(added);
    await first.dialog.getByRole('button', { name: 'Add domain' }).click();
    await first.heading(added).waitFor();
    await first.go('Domains');
    await first.row(added).waitFor();
    await second.go('Templates');
    await second.go('Domains');
    await shows(second, two, one);
    expect(await second.row(added).count()).toBe(0);
    expect([...first.faults, ...second.faults]).toEqual([]);
    await first.close();
  });

  it('are both signed out when one of them signs out', async () => {
    const first = await DashboardVisitor.signedIn(browser, dev, login);
    const second = await first.tab();
    await second.open('/domains');
    await first.choose(/^Your menu/, 'Sign out');
    await first.page.waitForURL((url) => url.origin === dev.urls.identity);
    await second.page.getByRole('navigation').getByRole('link', { name: 'Templates', exact: true }).click();
    await second.askedToSignIn();
    expect(new URL(second.page.url()).origin).toBe(dev.urls.identity);
    await first.close();
  });
});

describe('an old tab', () => {
  it('loads itself anew, once, when a file of its release is gone', async () => {
    const tab = await DashboardVisitor.signedIn(browser, dev, login);
    let asked = 0;
    // Until the page is loaded anew, as it is then of the newer release.
    let released = false;
    await tab.page.route(/\/assets\/domains-[^/]*\.js$/, (route) => {
      asked += 1;
      return released ? route.continue() : route.fulfill({ status: 404, body: '' });
    });
    let loads = 0;
    tab.page.on('load', () => {
      released = true;
      loads += 1;
    });
    await tab.page.getByRole('navigation').getByRole('link', { name: 'Domains', exact: true }).click();
    await tab.heading('Domains').waitFor();
    await tab.told('there is a newer version');
    expect([asked > 1, loads]).toEqual([true, 1]);
    await tab.close();
  });

  it('loads itself anew, once, when an operation of its release is gone', async () => {
    const tab = await DashboardVisitor.signedIn(browser, dev, login);
    let loads = 0;
    tab.page.on('load', () => (loads += 1));
    await tab.page.route('**/graphql', async (route) => {
      const body = route.request().postDataJSON() as { operationName: string };
      if (body.operationName !== 'Templates') return route.continue();
      const postData = JSON.stringify({ ...body, documentId: '0'.repeat(64) });
      return route.continue({ postData });
    });
    await tab.page.getByRole('navigation').getByRole('link', { name: 'Templates', exact: true }).click();
    await tab.told('there is a newer version');
    await tab.page.getByRole('alert').first().waitFor();
    expect(loads).toBe(1);
    await tab.close();
  });
});

describe('a browser', () => {
  it('without JavaScript is told in a plain word what the dashboard needs', async () => {
    const visitor = await DashboardVisitor.come(browser, dev.urls.dashboard, { javaScriptEnabled: false });
    await visitor.page.goto(dev.urls.dashboard);
    await visitor.enterPassword(login);
    await visitor.page.waitForURL((url) => url.origin === dev.urls.dashboard);
    const said = visitor.page.locator('noscript');
    await said.waitFor();
    expect(await said.textContent()).toMatch(/JavaScript/);
    expect(visitor.faults).toEqual([]);
    await visitor.close();
  });

  it('that goes offline keeps what it has read, refuses to write, and goes on when it is back', async () => {
    const tab = await DashboardVisitor.signedIn(browser, dev, login);
    await choose(tab, tenants[0]!.name);
    await tab.go('Domains');
    await tab.row(tenants[0]!.domain).waitFor();
    await tab.go('Templates');
    await tab.context.setOffline(true);
    await tab.page.getByText(/^You are offline\./).waitFor();
    await tab.go('Domains');
    await tab.row(tenants[0]!.domain).waitFor();
    await tab.button('Add domain').first().click();
    await tab.dialog.getByLabel('Name').fill(`offline.${account.mark}.example`);
    await tab.dialog.getByRole('button', { name: 'Add domain' }).click();
    await tab.told('No connection to the server.');

    await tab.context.setOffline(false);
    await tab.page.getByText(/^You are offline\./).waitFor({ state: 'detached' });
    await tab.dialog.getByRole('button', { name: 'Add domain' }).click();
    await tab.heading(`offline.${account.mark}.example`).waitFor();
    expect(new URL(tab.page.url()).pathname).toMatch(/^\/domains\/./);
    await tab.close();
  });
});

async function shows(tab: DashboardVisitor, tenant: Tenant, other: Tenant): Promise<void> {
  await tab.button(`Switch account: ${tenant.name}`).waitFor();
  await tab.row(tenant.domain).waitFor();
  expect(await tab.row(other.domain).count()).toBe(0);
}

async function choose(tab: DashboardVisitor, name: string): Promise<void> {
  await tab.choose(/^Switch account/, name);
  await tab.button(`Switch account: ${name}`).waitFor();
  await tab.shown();
}
