import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { beforeEach, describe, expect, it } from 'vitest';
import { freePort, HttpSink } from '#libs/test/testing';
import { DashboardBrowser } from '../../../../../test/support/dashboard-browser.js';
import { DashboardStack } from '../../../../../test/support/dashboard-stack.js';
import { identityStack } from '../../../../../test/support/identity-stack.js';
import { usePrepared, useStack } from '../../../../../test/support/use-stack.js';
import { SessionStore } from '../session-store.js';

const COOKIE = 'dashboard_session';
const ACME = 'acc_0000000000000001';
const TOKEN = 'the-token-of-support';
const OWN_PAGE = { 'sec-fetch-site': 'same-origin' };
const JSON_BODY = { ...OWN_PAGE, 'content-type': 'application/json' };
const ME = '{ me { email } }';
const HOUR_MS = 3_600_000;

const place = usePrepared(async () => ({ port: String(await freePort()) }));
const identity = useStack(() => identityStack({ environment: { DASHBOARD_URL: `http://127.0.0.1:${place.port}` } }));
const platform = useStack(() => HttpSink.start());
const webDir = usePrepared(() => {
  const dir = mkdtempSync(join(tmpdir(), 'dashboard-'));
  writeFileSync(join(dir, 'index.html'), '<html>The page</html>');
  return { dir };
});
const dashboard = useStack(() =>
  DashboardStack.start(
    { PORT: place.port, REDIS_URL: identity.redisUrl, IDENTITY_URL: identity.url, PLATFORM_URL: platform.url },
    webDir.dir,
  ),
);
const redis = useStack(() => new Redis(identity.redisUrl));

/** Lets Platform open a session in Acme, and answer everything else with the credential and the tenant that came. */
function openSessions({ endsInMs = HOUR_MS } = {}): void {
  platform.answer(({ headers, body }) => {
    const { query } = JSON.parse(String(body) || '{"query":""}') as { query: string };
    const expiresAt = new Date(Date.now() + endsInMs).toISOString();
    const data = query.includes('consoleTenant')
      ? { consoleTenant: { tenant: { name: 'Acme' } } }
      : query.includes('enterTenant')
        ? { enterTenant: { token: TOKEN, expiresAt } }
        : query.includes('endSupport')
          ? { endSupportSession: 'usr_1' }
          : query.includes('message(')
            ? { message: { body: { html: `<p>${headers['authorization']}</p>`, text: null } } }
            : { me: { email: `${headers['authorization']} for ${headers['x-service-tenant'] ?? 'none'}` } };
    return { body: JSON.stringify({ data }) };
  });
}

async function operator(): Promise<DashboardBrowser> {
  const { email } = await identity.createOwner();
  const browser = new DashboardBrowser(dashboard.url);
  await browser.signIn('/', email);
  return browser;
}

const enter = (browser: DashboardBrowser, body: object = { tenantId: ACME, reason: 'Ticket 4711' }) =>
  browser.ask('POST', '/auth/support', JSON.stringify(body), JSON_BODY);
const supportOf = async (browser: DashboardBrowser) =>
  (JSON.parse((await browser.ask('GET', '/auth/support', undefined, OWN_PAGE)).text) as { support: object | null })
    .support;
const leave = (browser: DashboardBrowser) => browser.ask('DELETE', '/auth/support', undefined, OWN_PAGE);

/** The credential that Platform got for a tenant, in short. */
async function usedFor(browser: DashboardBrowser, tenant?: string): Promise<string> {
  const { data } = await browser.graphql(ME, {}, tenant ? { 'x-service-tenant': tenant } : {});
  return (data as { me: { email: string } }).me.email.includes(TOKEN) ? 'support' : 'own';
}

beforeEach(() => openSessions());

describe('a support session', () => {
  it('is told with its tenant and its end, and its token stays in the server', async () => {
    const browser = await operator();
    const { status, text } = await enter(browser);
    expect([status, JSON.parse(text)]).toEqual([
      201,
      expect.objectContaining({ tenantId: ACME, tenantName: 'Acme', endsAt: expect.any(String) }),
    ]);
    expect(JSON.parse(text)).toMatchObject((await supportOf(browser)) ?? {});
    expect(await supportOf(browser)).toMatchObject({ tenantName: 'Acme' });
    const keys = await redis.keys('dashboard:support:*');
    const values = await Promise.all(keys.map((key) => redis.get(key)));
    expect(values.length).toBeGreaterThan(0);
    expect(text + values.join()).not.toContain(TOKEN);
  });

  it('serves what this browser asks of its tenant, and nothing else', async () => {
    const browser = await operator();
    await enter(browser);
    expect(await usedFor(browser, ACME)).toBe('support');
    expect([await usedFor(browser), await usedFor(browser, 'acc_0000000000000002')]).toEqual(['own', 'own']);
    expect(await usedFor(await operator(), ACME)).toBe('own');
  });

  it('serves files and frames, which browsers ask for by cookie', async () => {
    const browser = await operator();
    await enter(browser);
    const frame = await browser.ask('GET', `/frame/message/msg_1?tenant=${ACME}`, undefined, OWN_PAGE);
    expect([frame.status, frame.text.includes(TOKEN)]).toEqual([200, true]);
    const file = await browser.ask(
      'GET',
      `/rest/platform/api/messages/export?x-service-tenant=${ACME}`,
      undefined,
      OWN_PAGE,
    );
    expect(JSON.parse(file.text)).toEqual({ data: { me: { email: `Bearer ${TOKEN} for ${ACME}` } } });
  });

  it('is over at once when it is ended, here and in the apps', async () => {
    const browser = await operator();
    await enter(browser);
    platform.requests.length = 0;
    expect((await leave(browser)).status).toBe(204);
    const [ended] = platform.requests;
    expect([ended?.headers['authorization'], String(ended?.body)]).toEqual([
      `Bearer ${TOKEN}`,
      expect.stringContaining('endSupportSession'),
    ]);
    expect([await supportOf(browser), await usedFor(browser, ACME)]).toEqual([null, 'own']);
    expect((await leave(browser)).status).toBe(204);
  });

  it('is over here also when Platform does not hear of its end', async () => {
    const browser = await operator();
    await enter(browser);
    platform.answer({ status: 503, body: '' });
    expect((await leave(browser)).status).toBe(204);
    expect(await supportOf(browser)).toBeNull();
  });

  it('ends by itself', async () => {
    openSessions({ endsInMs: -1 });
    const browser = await operator();
    expect((await enter(browser)).status).toBe(201);
    expect([await supportOf(browser), await usedFor(browser, ACME)]).toEqual([null, 'own']);
  });

  it('ends with the session of the operator, in the apps too', async () => {
    const browser = await operator();
    await enter(browser);
    const cookie = browser.cookie(COOKIE)!;
    platform.requests.length = 0;
    await browser.ask('POST', '/auth/logout', undefined, OWN_PAGE);
    expect(platform.requests.map(({ headers }) => headers['authorization'])).toEqual([`Bearer ${TOKEN}`]);
    browser.setCookie(COOKIE, cookie);
    expect(await supportOf(browser)).toBeNull();
  });

  it('does not outlive a session that was ended elsewhere', async () => {
    const browser = await operator();
    await enter(browser);
    await dashboard.app.get(SessionStore, { strict: false }).delete(browser.cookie(COOKIE)!);
    const { data } = await browser.graphql(ME, {}, { 'x-service-tenant': ACME });
    expect(JSON.stringify(data)).not.toContain(TOKEN);
  });
});

describe('entering is refused', () => {
  it('without a session', async () => {
    expect((await enter(new DashboardBrowser(dashboard.url))).status).toBe(401);
  });

  it('to pages of other sites', async () => {
    const browser = await operator();
    const foreign = { 'content-type': 'application/json', 'sec-fetch-site': 'cross-site' };
    const body = JSON.stringify({ tenantId: ACME, reason: 'x' });
    const statuses = [
      await browser.ask('POST', '/auth/support', body, foreign),
      await browser.ask('GET', '/auth/support', undefined, foreign),
      await browser.ask('DELETE', '/auth/support', undefined, foreign),
    ].map(({ status }) => status);
    expect(statuses).toEqual([403, 403, 403]);
  });

  it('without a reason', async () => {
    expect((await enter(await operator(), { tenantId: ACME, reason: ' ' })).status).toBe(400);
  });

  it.each(['PermissionDenied', 'NotFound'] as const)('as Platform says: %s', async (code) => {
    platform.answer({ body: JSON.stringify({ data: null, errors: [{ message: 'No.', extensions: { code } }] }) });
    const browser = await operator();
    const { status, text } = await enter(browser);
    expect([status, text]).toEqual([code === 'NotFound' ? 404 : 403, expect.stringContaining(code)]);
    expect(await supportOf(browser)).toBeNull();
  });

  it('while Platform is away', async () => {
    platform.answer({ status: 503, body: '' });
    expect((await enter(await operator())).status).toBe(503);
  });
});
