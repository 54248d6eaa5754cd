import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OutboundClient } from '#libs/core/outbound';
import { PushFailure, WebPushTransport } from '#libs/messaging/push';
import { waitUntil } from '#libs/test/testing';
import { PushSites } from '../../apps/platform/src/push/site-config/push-sites.service.js';
import { BrowserPushService } from '../support/browser-push-service.js';
import { startChromium, type Chromium } from '../support/chromium.js';
import type { HttpClient } from '../support/http-client.js';
import { platformStack, type PlatformStack, type TestTenant } from '../support/platform-stack.js';

let stack: PlatformStack;
let tenant: TestTenant;
let session: HttpClient;
let pushService: BrowserPushService;
let browser: Chromium;
let site: Server;
let origin: string;
let page: Page;
const problems: string[] = [];

/** A site with the three files pasted in, on another origin than the API's. */
async function serveSite(): Promise<void> {
  const { body } = await session.get('/api/push/site-config');
  const html = `<!doctype html><title>Shop</title>${body.Snippet}<button data-push-subscribe>Tell me</button>`;
  const files: Record<string, [string, string]> = {
    '/': ['text/html; charset=utf-8', html],
    '/favicon.ico': ['image/x-icon', ''],
    '/push-sw.js': ['text/javascript', body.ServiceWorker],
    '/manifest.webmanifest': ['application/manifest+json', body.Manifest],
  };
  site = createServer((request, response) => {
    const [type, text] = files[request.url ?? ''] ?? [];
    response.writeHead(text === undefined ? 404 : 200, type === undefined ? {} : { 'content-type': type }).end(text);
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
}

beforeAll(async () => {
  stack = await platformStack({ environment: { ROLE: 'api' } });
  tenant = await stack.createTenant();
  session = await tenant.session();
  await serveSite();
  pushService = await BrowserPushService.start();
  browser = await startChromium(pushService.chromiumArguments);
  await browser.context.grantPermissions(['notifications'], { origin });
  page = await browser.context.newPage();
  page.on('console', (message) => problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(error.message));
  // Long enough to install the browser.
});
afterAll(async () => {
  await browser?.close();
  await pushService?.stop();
  site?.closeAllConnections();
  site?.close();
  await stack?.close();
});

/** Sends to the address that the browser was given, at the push service of this test. */
async function transport(): Promise<WebPushTransport> {
  const client = new OutboundClient({ allow: pushService.host, ca: pushService.ca });
  const here = (url: string) => url.replace(/^https:\/\/[^/]+/, `https://${pushService.host}`);
  return new WebPushTransport({
    vapid: await stack.app.get(PushSites).vapidKeys(tenant.id),
    subject: 'mailto:operator@example.test',
    client: { post: (request) => client.post({ ...request, url: here(request.url) }) },
  });
}

async function storedToken(): Promise<string> {
  const [row] = await stack.sql<{ token: string }>(
    'select token from push_device where tenant_id = $1 order by last_seen_at desc',
    [tenant.id],
  );
  return row!.token;
}

const message = (token: string) => ({
  id: 'psh_0123456789abcdef',
  device: { platform: 'web' as const, token },
  notification: { title: 'On its way', body: 'Your order left.' },
  data: { url: '/orders/7' },
});

/* What runs in the page stands here as text: this side of the test knows no browser's globals. */
const IN_PAGE = {
  ready: 'navigator.serviceWorker.ready.then(() => undefined)',
  state: `new Promise((resolve) =>
    document.addEventListener('servicepush', ({ detail }) => resolve(detail.state), { once: true }))`,
  notifications: `navigator.serviceWorker.ready
    .then((registration) => registration.getNotifications())
    .then((shown) => shown.map(({ title, body, tag, data }) => ({ title, body, tag, data })))`,
  unsubscribe: 'servicePush.unsubscribe()',
};

/** Clicks the button of the page; the state that the page then hears of. */
async function click(): Promise<unknown> {
  const state = page.evaluate(IN_PAGE.state);
  await page.click('[data-push-subscribe]');
  return state;
}

describe('a page with the snippet', () => {
  it('asks for nothing and registers nothing before a click', async () => {
    await page.goto(origin);
    await page.evaluate(IN_PAGE.ready);
    expect((await session.get('/api/push/devices')).body.Devices).toEqual([]);
  });

  it('makes the browser a device of the account with a click', async () => {
    expect([await click(), problems]).toEqual(['subscribed', []]);
    const { Devices } = (await session.get('/api/push/devices')).body;
    expect(Devices).toEqual([expect.objectContaining({ Platform: 'web', Active: true })]);
  });

  it('keeps the subscription that it has', async () => {
    const before = await storedToken();
    await page.reload();
    expect([await click(), await storedToken()]).toEqual(['subscribed', before]);
    expect((await session.get('/api/push/devices')).body.Devices).toHaveLength(1);
  });

  it('shows a message once, even if it arrives twice', async () => {
    await waitUntil(() => pushService.connected, { timeoutMs: 20_000, what: 'the browser at its push service' });
    const sender = await transport();
    const token = await storedToken();
    await sender.send(message(token));
    await sender.send(message(token));
    const shown = { title: 'On its way', body: 'Your order left.', tag: message('').id, data: { url: '/orders/7' } };
    await expect.poll(() => page.evaluate(IN_PAGE.notifications)).toEqual([shown]);
  });

  it('ends the subscription on request; the push service then reports that the device is gone', async () => {
    const token = await storedToken();
    await page.evaluate(IN_PAGE.unsubscribe);
    const sender = await transport();
    const kind = async () =>
      sender.send(message(token)).then(
        () => 'taken',
        (error: unknown) => (error instanceof PushFailure ? error.kind : error),
      );
    await expect.poll(kind).toBe('gone');
  });
});
