import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waitUntil } from '#libs/test/testing';
import { startChromium, type Chromium } from '../support/chromium.js';
import { gatewayStack, type GatewayStack } from '../support/gateway-stack.js';
import { PASSWORD, type IdentityStack, type TestUser } from '../support/identity-stack.js';
import { appOf, AppSignIn, CALLBACK, OIDC_CLIENTS, SERVER_APP, SERVER_CALLBACK } from '../support/openid.js';
import { codeOf } from '../support/authenticator.js';

let stack: GatewayStack;
let identity: IdentityStack;
let browser: Chromium;
const complaints: string[] = [];

beforeAll(async () => {
  stack = await gatewayStack({ identity: { OIDC_CLIENTS } });
  identity = stack.identity;
  browser = await startChromium();
  // Long enough to install the browser.
});
afterAll(async () => {
  await browser?.close();
  await stack?.close();
});

/** A browser at the width of a telephone that runs no scripts: what works there works everywhere. */
class Visitor {
  /** URLs at which apps were called; no server of their names exists, and none is needed. */
  readonly arrivals: URL[] = [];

  private constructor(readonly page: Page) {}

  static async come(): Promise<Visitor> {
    const context = await browser.context.browser()!.newContext({
      javaScriptEnabled: false,
      viewport: { width: 360, height: 740 },
    });
    return Visitor.on(await context.newPage());
  }

  /** Another tab of the same browser. */
  async again(): Promise<Visitor> {
    return Visitor.on(await this.page.context().newPage());
  }

  /** The address under which the browser came back to the app. */
  async arrive(): Promise<URL> {
    await waitUntil(() => this.arrivals.length > 0, { timeoutMs: 10_000, what: 'the way back to the app' });
    return this.arrivals[0]!;
  }

  private static on(page: Page): Visitor {
    const visitor = new Visitor(page);
    page.on('console', (message) => complaints.push(message.text()));
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (url.hostname.endsWith('.example.test')) visitor.arrivals.push(url);
    });
    return visitor;
  }
}

async function begin(page: Page, id = 'dashboard', secret?: string, callback = CALLBACK, scope?: string) {
  const signIn = new AppSignIn(await appOf(identity, id, secret), callback, scope);
  await page.goto(await signIn.url());
  return signIn;
}

async function enterPassword(page: Page, { email }: TestUser, password = PASSWORD): Promise<void> {
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

async function enterCode(page: Page, code: string): Promise<void> {
  await page.getByLabel(/^Code/).fill(code);
  await page.getByRole('button', { name: 'Continue' }).click();
}

const tokensOf = async (visitor: Visitor, signIn: AppSignIn) => signIn.tokens(await visitor.arrive());

const me = async (token: string) =>
  (await stack.anonymous.get('/api/auth/me', { authorization: `Bearer ${token}` })).body.Email;

/** A person with a second factor, and recovery codes that are good for it. */
async function createProtectedUser() {
  const user = await identity.createOwner();
  const ask = async (what: string, body: object) =>
    (await identity.service.post(`/internal/users/${user.id}/two-factor/${what}`, body)).body;
  const { secret } = await ask('setup', { password: PASSWORD });
  const { recoveryCodes } = await ask('confirm', { code: codeOf(secret) });
  return { person: user, recoveryCodes: recoveryCodes as string[] };
}

describe('signing in with a browser that runs no scripts', () => {
  it('accepts the password, after a wrong one that the page reports', async () => {
    const user = await identity.createOwner();
    const visitor = await Visitor.come();
    const { page } = visitor;
    const signIn = await begin(page);
    expect(await page.title()).toBe('Sign in');
    await enterPassword(page, user, 'not the password');
    expect(await page.getByRole('alert').textContent()).toBe('The e-mail address or the password is wrong.');
    expect(await page.getByLabel('E-mail address').inputValue()).toBe(user.email);
    await enterPassword(page, user);
    expect(await me((await tokensOf(visitor, signIn)).access_token)).toBe(user.email);
  });

  it('requires the second factor of a user who has one', async () => {
    const { person: user, recoveryCodes } = await createProtectedUser();
    const visitor = await Visitor.come();
    const { page } = visitor;
    const signIn = await begin(page);
    await enterPassword(page, user);
    await enterCode(page, '000000');
    expect(await page.getByRole('alert').textContent()).toMatch(/wrong/);
    await enterCode(page, recoveryCodes[0]!);
    const tokens = await tokensOf(visitor, signIn);
    expect(await me(tokens.access_token)).toBe(user.email);
  });

  it('leads back from the second factor to the password', async () => {
    const { person: user } = await createProtectedUser();
    const visitor = await Visitor.come();
    const { page } = visitor;
    const signIn = await begin(page);
    await enterPassword(page, user);
    await page.getByRole('button', { name: 'Sign in as somebody else' }).click();
    const other = await identity.createOwner();
    await enterPassword(page, other);
    expect(await me((await tokensOf(visitor, signIn)).access_token)).toBe(other.email);
  });

  it('asks for consent to another app, and accepts a no', async () => {
    const user = await identity.createOwner();
    const visitor = await Visitor.come();
    const { page } = visitor;
    await begin(page, SERVER_APP.id, SERVER_APP.secret, SERVER_CALLBACK, 'openid email service');
    await enterPassword(page, user);
    expect(await page.getByRole('heading').textContent()).toBe('Allow Notes & <Friends>?');
    expect(await page.getByRole('listitem').allTextContents()).toEqual([
      'Know that it is you',
      'See your e-mail address',
      'Do everything in your accounts in your name, except decide who gets in',
    ]);
    await page.getByRole('button', { name: 'Do not allow' }).click();
    expect((await visitor.arrive()).searchParams.get('error')).toBe('access_denied');

    const next = await visitor.again();
    const signIn = await begin(next.page, SERVER_APP.id, SERVER_APP.secret, SERVER_CALLBACK, 'openid email service');
    await next.page.getByRole('button', { name: 'Allow', exact: true }).click();
    expect(await me((await tokensOf(next, signIn)).access_token)).toBe(user.email);
  });

  it('signs out on a page that asks', async () => {
    const visitor = await Visitor.come();
    const signIn = await begin(visitor.page);
    await enterPassword(visitor.page, await identity.createOwner());
    const tokens = await tokensOf(visitor, signIn);
    const { page } = await visitor.again();
    await page.goto(`${identity.url}/oauth/logout?id_token_hint=${tokens.id_token!}`);
    await page.getByRole('button', { name: 'Sign out' }).click();
    expect(await page.getByRole('heading').textContent()).toBe('You are signed out');
    expect(await me(tokens.access_token)).toBeUndefined();
  });

  it('breaks none of the rules that the pages set for themselves, and fits any width', async () => {
    const { page } = await Visitor.come();
    await begin(page);
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const box = await page.locator('main').boundingBox();
      expect([box!.x >= 0, box!.x + box!.width <= width]).toEqual([true, true]);
    }
    // A page that tells of a wrong password is answered 401, and apps have no address here: the browser mentions both.
    const expected = /status of 401|ERR_NAME_NOT_RESOLVED/;
    expect(complaints.filter((text) => !expected.test(text))).toEqual([]);
  });
});
