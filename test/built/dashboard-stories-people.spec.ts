import type { Browser } from 'playwright-core';
import { beforeEach, describe, expect, inject, it } from 'vitest';
import { startBrowser } from '../support/chromium.js';
import { useStack } from '../support/use-stack.js';
import { codeOf } from '../support/authenticator.js';
import { BuiltAccount, PASSWORD } from './support/account.js';
import { DashboardVisitor, type Login } from './support/dashboard-visitor.js';

const { dev } = inject('builtStack');
const browser = useStack((): Promise<Browser> => startBrowser());

let account: BuiltAccount;
let owner: DashboardVisitor;
let login: Login;

beforeEach(async () => {
  account = await BuiltAccount.signUp(dev);
  login = { email: account.email, password: PASSWORD };
  owner = await DashboardVisitor.signedIn(browser, dev, login);
  return () => owner.close();
});

describe('a member', () => {
  it('is invited, accepts in a browser of their own, gets another role, and loses access at once', async () => {
    const email = account.address();
    const name = account.mark;
    await owner.go('Members and settings');
    await owner.button('Invite').click();
    await owner.dialog.getByLabel('E-mail').fill(email);
    await owner.dialog.getByRole('button', { name: 'Invite' }).click();
    await owner.told('The invitation is on its way');
    await owner.row(email).getByText('Pending', { exact: true }).waitFor();

    const member = await DashboardVisitor.come(browser, dev.urls.dashboard);
    const { page } = member;
    await page.goto(await account.outside.inMailTo(email, /(https?:\/\/\S*invitation\S*token=[\w-]+)/));
    await page.getByLabel('Your name').fill('Bia');
    await page.locator('input[name=password]').fill(PASSWORD);
    await page.getByRole('button', { name: 'Create account and join' }).click();
    await page.getByRole('heading', { name: `Welcome to ${name}` }).waitFor();
    await page.goto(dev.urls.dashboard);
    await member.enterPassword({ email, password: PASSWORD });
    await member.arrived();
    await member.button(`Switch account: ${name}`).waitFor();
    await member.go('API keys');
    await member.button('New key').waitFor({ state: 'hidden' });

    await owner.open('/tenant');
    await page.bringToFront();
    await owner.page.getByLabel(`Role: ${email}`).selectOption('admin');
    await owner.told('Saved');
    await member.open('/keys');
    await member.button('New key').first().waitFor();

    await owner.button(`Delete: ${email}`).click();
    await owner.dialog.getByRole('button', { name: 'Delete' }).click();
    await owner.row(email).waitFor({ state: 'detached' });
    await member.go('Messages');
    await page
      .getByText(/does not exist|Your role does not allow|belong to no account/)
      .first()
      .waitFor();
    await page.reload();
    await page.getByText('You belong to no account yet').waitFor();
    expect(await page.getByText(name).count()).toBe(0);
    await member.close();
  });
});

describe('a user', () => {
  it('turns the second factor on, signs in with a code that was not used, and ends a session that is open elsewhere', async () => {
    const { page } = owner;
    await owner.open('/account/security');
    await owner.button('Set up').click();
    await owner.dialog.getByLabel('Present password').fill(PASSWORD);
    await owner.dialog.getByRole('button', { name: 'Continue' }).click();
    const setUp = owner.dialog.filter({ hasText: 'Scan this with an authenticator app' });
    await setUp.locator('img').waitFor();
    const secret = (await setUp.locator('code').textContent()) ?? '';
    const codes = page.getByRole('dialog', { name: 'Your recovery codes' });
    await setUp.getByLabel('Code').fill(codeOf(secret));
    await setUp.getByRole('button', { name: 'Confirm' }).click();
    const recovery = (await codes.getByRole('listitem').first().textContent()) ?? '';
    await codes.getByRole('button', { name: 'Done' }).click();
    await page.getByText(/^On\. \d+ recovery codes are left/).waitFor();

    const other = await DashboardVisitor.come(browser, dev.urls.dashboard);
    await other.page.goto(`${dev.urls.dashboard}/messages`);
    await other.enterPassword(login);
    // The authenticator's next code is half a minute away: each is good once.
    await other.page.getByLabel(/^Code/).fill(codeOf(secret));
    await other.page.getByRole('button', { name: 'Continue' }).click();
    await other.page.getByRole('alert').waitFor();
    await other.page.getByLabel(/^Code/).fill(recovery);
    await other.page.getByRole('button', { name: 'Continue' }).click();
    await other.arrived();
    await other.heading('Messages').waitFor();

    await owner.open('/account/security');
    const sessions = page.getByRole('table', { name: 'Sessions' }).getByRole('row');
    const theirs = sessions.filter({ has: page.getByRole('button', { name: 'End' }) });
    while ((await theirs.count()) > 0) {
      const before = await theirs.count();
      await theirs.first().getByRole('button', { name: 'End' }).click();
      await theirs.nth(before - 1).waitFor({ state: 'detached' });
    }
    await page.getByText('This one').waitFor();
    await other.page.getByRole('navigation').getByRole('link', { name: 'Templates', exact: true }).click();
    await other.askedToSignIn();
    expect(new URL(other.page.url()).origin).toBe(dev.urls.identity);
    await owner.go('Templates');
    await other.close();
  });
});

describe('an operator', () => {
  it('looks at an account as support, which its audit log tells, and suspends it, which its members see', async () => {
    const operator = await DashboardVisitor.signedIn(browser, dev, dev.operator);
    const { page } = operator;
    await operator.open(`/console/tenants?q=${account.mark}`);
    await operator.row(account.mark).getByRole('link').click();
    await operator.heading(account.mark).waitFor();
    await operator.button('Enter as support').click();
    await operator.dialog.getByLabel('Reason').fill('They asked for help');
    await operator.dialog.getByRole('button', { name: 'Enter as support' }).click();
    await page.getByText(/^Support session: you look at/).waitFor();
    await operator.go('Messages');
    await page.getByText(/^Support session: you look at/).waitFor();
    await operator.go('Domains');
    await operator.button('Add domain').first().click();
    await operator.dialog.getByLabel('Name').fill(`${account.mark}.example`);
    await operator.dialog.getByRole('button', { name: 'Add domain' }).click();
    await operator.told('Your role does not allow this.');
    await page.keyboard.press('Escape');
    await operator.button('End support session').click();
    await page.getByText(/^Support session:/).waitFor({ state: 'detached' });
    await page.waitForURL(/\/console/);
    await operator.shown();

    await owner.go('Audit log');
    await owner.row('support.entered').getByRole('button').first().click();
    await owner.dialog.getByText('They asked for help').first().waitFor();

    await operator.open(`/console/tenants/${account.tenantId}`);
    await operator.button('Suspend').click();
    await operator.dialog.getByLabel('Reason').fill('Unpaid');
    await operator.dialog.getByRole('button', { name: 'Suspend' }).click();
    await page.getByText('Suspended', { exact: true }).first().waitFor();

    await owner.open('/domains');
    await owner.page.getByText(/^This account is suspended/).waitFor();
    await owner.button('Add domain').first().click();
    await owner.dialog.getByLabel('Name').fill(`${account.mark}.example`);
    await owner.dialog.getByRole('button', { name: 'Add domain' }).click();
    await owner.told('This account is suspended, so nothing can be changed.');
    expect([...owner.faults, ...operator.faults]).toEqual([]);
    await operator.close();
  });
});

describe('the language of the page', () => {
  it('is the one of the browser until the user chooses, and follows them into every browser then', async () => {
    await owner.choose(/^Your menu/, 'Español');
    await owner.page.getByRole('navigation').getByRole('link', { name: 'Mensajes', exact: true }).waitFor();
    const portuguese = await DashboardVisitor.signedIn(browser, dev, login, { locale: 'pt-BR' });
    await portuguese.page.locator('html[lang=es]').waitFor({ state: 'attached' });
    await portuguese.page.getByRole('navigation').getByRole('link', { name: 'Mensajes', exact: true }).waitFor();
    await portuguese.close();
    const { ChosenLanguage } = (await account.session('platform').get('/api/auth/me')).body;
    expect(ChosenLanguage).toBe('es');

    const other = await BuiltAccount.signUp(dev);
    const visitor = await DashboardVisitor.signedIn(
      browser,
      dev,
      { email: other.email, password: PASSWORD },
      { locale: 'pt-BR' },
    );
    await visitor.page.locator('html[lang=pt-BR]').waitFor({ state: 'attached' });
    expect((await other.session('platform').get('/api/auth/me')).body).toMatchObject({
      Language: 'pt',
      ChosenLanguage: null,
    });
    expect([...owner.faults, ...visitor.faults]).toEqual([]);
    await visitor.close();
  });
});
