import type { Browser } from 'playwright-core';
import { beforeEach, describe, expect, inject, it } from 'vitest';
import { patient, waitUntil } from '#libs/test/testing';
import { builtWebDir } from '../../apps/dashboard/src/page/web-dir.js';
import { SessionStore } from '../../apps/dashboard/src/sign-in/session-store.js';
import { AppDoor, type Behaviour } from '../support/app-doors.js';
import { startBrowser } from '../support/chromium.js';
import { DashboardStack } from '../support/dashboard-stack.js';
import { usePrepared, useStack } from '../support/use-stack.js';
import { BuiltAccount } from './support/account.js';
import { DashboardVisitor } from './support/dashboard-visitor.js';
import { PATIENCE } from './support/outside.js';

const { dev } = inject('builtStack');
const HOUR_MS = 3_600_000;
/** Longest wait of the gateway for an app, so that a story of a hanging one is short. */
const DEADLINE_MS = patient(1_500);
const AWAY = 'This part does not answer at the moment.';

const browser = useStack((): Promise<Browser> => startBrowser());
const platform = useStack(() => AppDoor.open(dev.urls.platform));
const mail = useStack(() => AppDoor.open(dev.urls.mail));
const pages = useStack(() => AppDoor.open(dev.urls.pages));
const crm = useStack(() => AppDoor.open(dev.urls.crm));
const identity = useStack(() => AppDoor.open(dev.urls.identity));
/** A dashboard before the apps of the stack, each of which can be taken away from it alone. */
const dashboard = useStack(() =>
  DashboardStack.start(
    {
      REDIS_URL: dev.redis.url,
      PLATFORM_URL: platform.url,
      MAIL_URL: mail.url,
      PAGES_URL: pages.url,
      CRM_URL: crm.url,
      IDENTITY_URL: identity.url,
      GATEWAY_DEADLINE_MS: String(DEADLINE_MS),
    },
    builtWebDir(),
  ),
);
const account = usePrepared(() => BuiltAccount.signUp(dev));

let customer: DashboardVisitor;

beforeEach(async () => {
  for (const door of [platform, mail, pages, crm, identity]) door.become('answers');
  const session = { accessToken: account.token, accessEndsAt: Date.now() + HOUR_MS, refreshToken: '-', idToken: '-' };
  customer = await DashboardVisitor.come(browser, dashboard.url);
  const value = await dashboard.app.get(SessionStore, { strict: false }).create(session);
  await customer.context.addCookies([{ name: 'dashboard_session', value, url: dashboard.url }]);
  await customer.open('/');
  return () => customer.close();
});

describe.each<Behaviour>(['gone', 'hangs'])('while Platform is %s,', (behaviour) => {
  it('each first screen says so, nobody is signed out, and it goes on without being loaded anew', async () => {
    const { page } = customer;
    await page.evaluate('globalThis.sameDocument = true');
    for (const path of ['/messages', '/templates', '/domains', '/keys', '/audience', '/reports']) {
      platform.become(behaviour);
      await page.locator(`nav a[href="${path}"]`).click();
      await page.getByText(AWAY).first().waitFor();
      expect(new URL(page.url()).pathname).toBe(path);
      await customer.button(/^Your menu/).waitFor();
      platform.become('answers');
      await tryAgain();
    }
    expect(await page.evaluate('globalThis.sameDocument')).toBe(true);
  });

  it('a page that is loaded says so, and goes on when Platform is back', async () => {
    platform.become(behaviour);
    await customer.page.goto(`${dashboard.url}/messages`);
    await customer.page.getByText(AWAY).waitFor();
    platform.become('answers');
    await tryAgain();
    await customer.heading('Messages').waitFor();
    expect(customer.page.url()).toBe(`${dashboard.url}/messages`);
  });

  /** Each part of a screen has its own button. */
  const tryAgain = () =>
    waitUntil(
      async () => {
        for (const button of await customer.button('Try again').all()) await button.click();
        await customer.shown();
        return (await customer.page.getByText(AWAY).count()) === 0;
      },
      { ...PATIENCE, what: 'the whole screen' },
    );
});

describe.each([
  ['mail', mail],
  ['pages', pages],
  ['crm', crm],
  ['identity', identity],
] as const)('while %s is gone or hangs,', (_name, door) => {
  it('every first screen of sending works', async () => {
    for (const behaviour of ['gone', 'hangs'] as const) {
      door.become(behaviour);
      for (const path of ['/', '/messages', '/domains']) {
        await customer.open(path);
        expect(await customer.page.getByText(AWAY).count()).toBe(0);
      }
    }
    expect(customer.faults).toEqual([]);
  });
});
