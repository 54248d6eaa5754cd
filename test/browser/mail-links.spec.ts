import type { Page } from 'playwright-core';
import { simpleParser } from 'mailparser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waitUntil } from '#libs/test/testing';
import { startChromium, type Chromium } from '../support/chromium.js';
import { identityStack, PASSWORD, type IdentityStack, type TestOwner } from '../support/identity-stack.js';

const NEXT = 'another-long-enough-password';

let identity: IdentityStack;
let owner: TestOwner;
let browser: Chromium;
const complaints: string[] = [];

beforeAll(async () => {
  // As on an installation that has no dashboard.
  identity = await identityStack({ environment: { DASHBOARD_URL: '' } });
  owner = await identity.createOwner('Acme Research');
  browser = await startChromium();
  // Long enough to install the browser.
});
afterAll(async () => {
  await browser?.close();
  await identity?.close();
});

/** A telephone that runs no scripts. */
async function telephone(): Promise<Page> {
  const options = { javaScriptEnabled: false, viewport: { width: 360, height: 740 } };
  const context = await browser.context.browser()!.newContext(options);
  const page = await context.newPage();
  page.on('console', (message) => complaints.push(message.text()));
  return page;
}

/** The address behind the button of the last mail, as its reader clicks it. */
async function linkTo(email: string, words: string): Promise<string> {
  const mail = await waitUntil(
    async () => {
      const mails = identity.mail.messages.filter(({ to }) => to.includes(email));
      const parsed = await Promise.all(mails.map(({ raw }) => simpleParser(raw)));
      return parsed.findLast(({ html }) => html && html.includes(words));
    },
    { what: `a mail to ${email} that says ${words}` },
  );
  return /<a href="([^"]+)"/.exec(String(mail.html))![1]!;
}

const heading = (page: Page) => page.getByRole('heading').textContent();
const canLogIn = async (email: string, password: string) =>
  (await identity.service.post('/internal/sessions', { email, password })).status === 200;

async function invite(email: string): Promise<string> {
  const path = `/internal/tenants/${owner.tenantId}/invitations`;
  await identity.service.post(path, { actorId: owner.id, email, role: 'admin' });
  return linkTo(email, 'Accept the invitation');
}

describe('the links of mail, in a browser that runs no scripts', () => {
  it('confirm an address', async () => {
    const { email } = await identity.createUser();
    const page = await telephone();
    await page.goto(await linkTo(email, 'Confirm the address'));
    expect(await page.getByText(email).count()).toBe(1);
    await page.getByRole('button', { name: 'Confirm this address' }).click();
    expect([await heading(page), new URL(page.url()).search]).toEqual(['Your address is confirmed', '']);
    await page.goto(await linkTo(email, 'Confirm the address'));
    expect(await heading(page)).toBe('Already confirmed');
  });

  it('replace a forgotten password', async () => {
    const { email } = await identity.createUser();
    const page = await telephone();
    await page.goto(`${identity.url}/forgot-password`);
    await page.getByLabel('E-mail address').fill(email);
    await page.getByRole('button', { name: 'Send the link' }).click();
    expect(await heading(page)).toBe('Check your inbox');

    const link = await linkTo(email, 'Choose a new password');
    await page.goto(link);
    await page.getByLabel('New password').fill(NEXT);
    await page.getByLabel('The same again').fill('something-else');
    await page.getByRole('button', { name: 'Save' }).click();
    expect(await page.title()).toBe('Problem: Choose a new password');
    const field = page.getByLabel('The same again');
    const said = await field.getAttribute('aria-describedby');
    expect(await page.locator(`#${said}`).textContent()).toBe('This is not the same as above.');
    await page.getByLabel('New password').fill(NEXT);
    await field.fill(NEXT);
    await page.getByRole('button', { name: 'Save' }).click();
    expect(await heading(page)).toBe('Your password was changed');
    expect([await canLogIn(email, NEXT), await canLogIn(email, PASSWORD)]).toEqual([true, false]);

    await page.goto(link);
    expect(await heading(page)).toBe('This link was used');
    await page.getByRole('link', { name: 'It was not me' }).click();
    expect(await heading(page)).toBe('Forgot your password?');
  });

  it('take an invited user through the sign-in and back', async () => {
    const { email } = await identity.createUser();
    const page = await telephone();
    await page.goto(await invite(email));
    expect(await heading(page)).toBe('Join Acme Research');
    await page.getByRole('button', { name: 'Sign in to accept' }).click();
    expect(await page.getByLabel('E-mail address').inputValue()).toBe(email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    expect(page.url()).toBe(`${identity.url}/accept-invitation`);
    await page.getByRole('button', { name: 'Accept the invitation' }).click();
    expect(await heading(page)).toBe('Welcome to Acme Research');

    const other = await identity.createUser();
    await page.goto(await invite(other.email));
    await page.getByRole('button', { name: 'Switch account' }).click();
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Accept the invitation' }).click();
    expect(await heading(page)).toBe('Welcome to Acme Research');
  });

  it('create an account for an invited user without one', async () => {
    const email = 'new.colleague@example.test';
    const page = await telephone();
    await page.goto(await invite(email));
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const box = await page.locator('main').boundingBox();
      expect([box!.x >= 0, box!.x + box!.width <= width]).toEqual([true, true]);
    }
    await page.getByLabel('Your name').fill('Bea');
    await page.getByLabel('Password').fill(NEXT);
    await page.getByRole('button', { name: 'Create account and join' }).click();
    expect(await heading(page)).toBe('Welcome to Acme Research');
    expect(await canLogIn(email, NEXT)).toBe(true);
  });

  it('free an address that its owner did not register', async () => {
    const { email } = await identity.createUser();
    const page = await telephone();
    await page.goto(await linkTo(email, 'Confirm the address'));
    await page.getByRole('button', { name: 'This was not me' }).click();
    expect(await heading(page)).toBe('This was not you?');
    expect(await canLogIn(email, PASSWORD)).toBe(true);
    await page.getByRole('button', { name: 'This was not me' }).click();
    expect(await heading(page)).toBe('Your address is free again');
    expect(await canLogIn(email, PASSWORD)).toBe(false);
  });

  it('undo a change of the address', async () => {
    const { id, email } = await identity.createUser();
    const page = await telephone();
    await page.goto(await linkTo(email, 'Confirm the address'));
    await page.getByRole('button', { name: 'Confirm this address' }).click();
    await identity.service.patch(`/internal/users/${id}/profile`, { email: `new-${email}` });
    await page.goto(await linkTo(email, 'Undo the change'));
    await page.getByLabel('New password').fill(NEXT);
    await page.getByLabel('The same again').fill(NEXT);
    await page.getByRole('button', { name: 'Undo the change' }).click();
    expect(await heading(page)).toBe('The change is undone');
    expect([await canLogIn(email, NEXT), await canLogIn(`new-${email}`, NEXT)]).toEqual([true, false]);
  });

  it('break none of the rules that the pages set for themselves', () => {
    // A page that tells of a mistake, or of a used link, is answered 422 or 410, which the browser mentions.
    expect(complaints.filter((text) => !/status of (422|410)/.test(text))).toEqual([]);
  });
});
