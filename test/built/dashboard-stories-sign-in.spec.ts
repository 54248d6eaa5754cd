import type { APIResponse, Browser } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { waitUntil } from '#libs/test/testing';
import { startBrowser } from '../support/chromium.js';
import { useStack } from '../support/use-stack.js';
import { DashboardVisitor } from './support/dashboard-visitor.js';
import { PATIENCE } from './support/outside.js';

const { dev } = inject('builtStack');
const { dashboard, identity } = dev.urls;
const browser = useStack((): Promise<Browser> => startBrowser());

/** Goes to sign-in for an address, and fills it in. */
async function signInFor(visitor: DashboardVisitor, address: string): Promise<void> {
  await visitor.page.goto(dashboard + address);
  await visitor.enterPassword(dev.user);
}

/** Signs in, but keeps the browser from going back to the dashboard; returns the address that it would have gone to. */
async function callbackOf(visitor: DashboardVisitor): Promise<string> {
  const { page, context } = visitor;
  let callback: string | undefined;
  await page.route(`${identity}/**`, async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    let answer: APIResponse = await route.fetch({ maxRedirects: 0 });
    for (;;) {
      const next = new URL(answer.headers()['location'] ?? '', answer.url());
      if (next.origin !== identity) {
        callback = next.href;
        return route.abort();
      }
      answer = await context.request.get(next.href, { maxRedirects: 0 });
    }
  });
  await signInFor(visitor, '/messages');
  const address = await waitUntil(() => callback, { ...PATIENCE, what: 'the way back to the dashboard' });
  await page.unroute(`${identity}/**`);
  return address;
}

describe('a sign-in', () => {
  it('comes back to the screen that was asked for, with its filters', async () => {
    const visitor = await DashboardVisitor.come(browser, dashboard);
    await signInFor(visitor, '/messages?status=sent');
    await visitor.arrived();
    expect(visitor.page.url()).toBe(`${dashboard}/messages?status=sent`);
    await visitor.heading('Messages').waitFor();
    await visitor.close();
  });

  it.each(['https://evil.test/', '//evil.test', '/\\evil.test'])('leads to no other site by %s', async (to) => {
    const visitor = await DashboardVisitor.come(browser, dashboard);
    const origins = new Set<string>();
    visitor.page.on('request', (request) => {
      if (request.isNavigationRequest()) origins.add(new URL(request.url()).origin);
    });
    await signInFor(visitor, `/auth/login?to=${encodeURIComponent(to)}`);
    await visitor.arrived();
    expect([...origins].toSorted()).toEqual([dashboard, identity].toSorted());
    await visitor.close();
  });

  it('whose cookie is gone ends on a page that begins another', async () => {
    const visitor = await DashboardVisitor.come(browser, dashboard);
    const callback = await callbackOf(visitor);
    await visitor.context.clearCookies({ name: /sign_in/ });
    await visitor.page.goto(callback);
    await visitor.heading('Signing in did not work').waitFor();
    expect(await sessionOf(visitor)).toBeUndefined();
    await visitor.page.getByRole('link', { name: 'Sign in again' }).click();
    await visitor.enterPassword(dev.user);
    await visitor.arrived();
    await visitor.close();
  });

  it('whose code is used twice leaves the first session as it is', async () => {
    const visitor = await DashboardVisitor.come(browser, dashboard);
    const callback = await callbackOf(visitor);
    await visitor.page.goto(callback);
    await visitor.arrived();
    const session = await sessionOf(visitor);
    expect(session).toMatch(/^[\w-]{20,}$/);
    const again = await visitor.tab();
    await again.page.goto(callback);
    await again.heading('Signing in did not work').waitFor();
    expect(await sessionOf(visitor)).toBe(session);
    await visitor.go('Templates');
    await visitor.close();
  });

  it('begun in one browser is not ended in another', async () => {
    const mine = await DashboardVisitor.come(browser, dashboard);
    const callback = await callbackOf(mine);
    const theirs = await DashboardVisitor.come(browser, dashboard);
    await theirs.page.goto(callback);
    await theirs.heading('Signing in did not work').waitFor();
    expect(await sessionOf(theirs)).toBeUndefined();
    await Promise.all([mine.close(), theirs.close()]);
  });
});

async function sessionOf({ context }: DashboardVisitor): Promise<string | undefined> {
  const cookies = await context.cookies(dashboard);
  return cookies.find(({ name }) => name.endsWith('dashboard_session'))?.value;
}
