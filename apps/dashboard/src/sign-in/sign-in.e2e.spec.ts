import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { describe, expect, it } from 'vitest';
import { freePort, HttpSink } from '#libs/test/testing';
import { DashboardBrowser } from '../../../../test/support/dashboard-browser.js';
import { DashboardStack } from '../../../../test/support/dashboard-stack.js';
import { identityStack, type TestUser } from '../../../../test/support/identity-stack.js';
import { RedisServer } from '../../../../test/support/redis-server.js';
import { usePrepared, useStack } from '../../../../test/support/use-stack.js';
import { Sessions } from './sessions.js';

const COOKIE = 'dashboard_session';

const place = usePrepared(async () => ({ port: String(await freePort()) }));
const identity = useStack(() => identityStack({ environment: { DASHBOARD_URL: `http://127.0.0.1:${place.port}` } }));
const platform = useStack(() => HttpSink.start());
const webDir = usePrepared(() => {
  const dir = mkdtempSync(join(tmpdir(), 'dashboard-'));
  writeFileSync(join(dir, 'index.html'), '<html><script nonce="__NONCE__">1</script>The page</html>');
  return { dir };
});
const environment = () => ({
  PORT: place.port,
  REDIS_URL: identity.redisUrl,
  IDENTITY_URL: identity.url,
  PLATFORM_URL: platform.url,
});
const dashboard = useStack(() => DashboardStack.start(environment(), webDir.dir));
/** A second process of the dashboard, for the same browsers. */
const other = useStack(async () =>
  DashboardStack.start({ ...environment(), PORT: String(await freePort()), DASHBOARD_URL: dashboard.url }, webDir.dir),
);
const redis = useStack(() => new Redis(identity.redisUrl));

async function signedIn(): Promise<{ browser: DashboardBrowser; user: TestUser }> {
  const user = await identity.createOwner();
  const browser = new DashboardBrowser(dashboard.url);
  await browser.signIn('/messages', user.email);
  return { browser, user };
}

/** Answers `me` with the token that came. */
const echoToken = () =>
  platform.answer(({ headers }) => ({
    body: JSON.stringify({ data: { me: { email: headers.authorization ?? 'nobody' } } }),
  }));

const ME = '{ me { email } }';
const emailOf = ({ data }: { data?: unknown }) => (data as { me: { email: string } }).me.email;

/** Lets the access token of a browser be about to end. */
async function endAccessSoon(browser: DashboardBrowser): Promise<void> {
  const sessions = dashboard.app.get(Sessions, { strict: false });
  const store = Reflect.get(sessions, 'store') as import('./session-store.js').SessionStore;
  const id = browser.cookie(COOKIE)!;
  await store.replace(id, { ...(await store.find(id))!, accessEndsAt: Date.now() + 1_000 });
}

describe('a browser without a session', () => {
  it('is led to identity, and from there to the page that it came for', async () => {
    const user = await identity.createOwner();
    const browser = new DashboardBrowser(dashboard.url);
    const shown = await browser.signIn('/messages?status=sent', user.email);
    expect([shown.status, shown.url]).toEqual([200, `${dashboard.url}/messages?status=sent`]);
    expect(shown.text).toContain('The page');
  });

  it('gets no page and no redirect if it asks for no HTML', async () => {
    const browser = new DashboardBrowser(dashboard.url);
    expect((await browser.ask('GET', '/messages', undefined, { accept: 'application/json' })).status).toBe(404);
  });

  it.each(['https://evil.test/', '//evil.test', '/\\evil.test', 'javascript:alert(1)', 'evil.test', '/%09/evil.test'])(
    'is led to no other site by %s',
    async (to) => {
      const user = await identity.createOwner();
      const browser = new DashboardBrowser(dashboard.url);
      const shown = await browser.signIn(`/auth/login?to=${encodeURIComponent(to)}`, user.email);
      expect(new URL(shown.url).origin).toBe(dashboard.url);
    },
  );

  it('is not signed in by the callback of another browser', async () => {
    const victim = new DashboardBrowser(dashboard.url);
    const attacker = new DashboardBrowser(dashboard.url);
    const begun = await attacker.ask('GET', '/auth/login?to=/');
    await victim.ask('GET', '/auth/login?to=/');
    const signIn = await attacker.go(String(begun.headers['location']));
    expect(signIn.text).toContain('password');
    const state = new URL(String(begun.headers['location'])).searchParams.get('state')!;
    const shown = await victim.ask('GET', `/auth/callback?code=x&state=${state}`);
    expect([shown.status, victim.cookie(COOKIE)]).toEqual([400, undefined]);
    expect(shown.text).toContain('Sign in again');
  });

  it('uses a state once', async () => {
    const browser = new DashboardBrowser(dashboard.url);
    const begun = await browser.ask('GET', '/auth/login?to=/');
    const state = new URL(String(begun.headers['location'])).searchParams.get('state')!;
    const answers = [];
    for (let n = 0; n < 2; n += 1)
      answers.push((await browser.ask('GET', `/auth/callback?error=access_denied&state=${state}`)).status);
    expect(answers).toEqual([400, 400]);
    expect(browser.cookie(COOKIE)).toBeUndefined();
  });
});

describe('a session', () => {
  it('has its tokens in the server alone: the browser has an opaque cookie that no script reads', async () => {
    const { browser } = await signedIn();
    const set = await new DashboardBrowser(dashboard.url).ask('GET', '/auth/login?to=/');
    expect(browser.cookie(COOKIE)).toMatch(/^[\w-]{43}$/);
    expect(String(set.headers['set-cookie'])).toMatch(/HttpOnly.*SameSite=Lax|SameSite=Lax.*HttpOnly/i);
    const keys = await redis.keys('dashboard:*');
    const values = await Promise.all(keys.map((key) => redis.get(key).catch(() => '')));
    expect(keys.join()).not.toContain(browser.cookie(COOKIE));
    expect(values.join()).not.toMatch(/eyJhbGci|accessToken|refreshToken/);
  });

  it('calls the apps with its token', async () => {
    echoToken();
    const { browser } = await signedIn();
    expect(emailOf(await browser.graphql(ME))).toMatch(/^Bearer eyJ/);
  });

  it('is not used by pages of other sites', async () => {
    const { browser } = await signedIn();
    const foreign: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' },
    ];
    for (const headers of foreign) {
      expect((await browser.graphql(ME, {}, headers)).status).toBe(403);
      expect((await browser.ask('POST', '/auth/logout', undefined, headers)).status).toBe(403);
    }
    echoToken();
    expect(emailOf(await browser.graphql(ME))).toMatch(/^Bearer eyJ/);
  });

  it('is renewed before its token ends, once for all that ask at the time, in all processes', async () => {
    echoToken();
    const { browser } = await signedIn();
    const before = emailOf(await browser.graphql(ME));
    await endAccessSoon(browser);
    const besides = new DashboardBrowser(other.url);
    besides.setCookie(COOKIE, browser.cookie(COOKIE)!);
    const asked = Array.from({ length: 10 }, (_, n) => (n % 2 ? besides : browser).graphql(ME));
    const tokens = new Set((await Promise.all(asked)).map(emailOf));
    expect(tokens.size).toBe(1);
    expect([...tokens][0]).toMatch(/^Bearer eyJ/);
    expect(tokens).not.toContain(before);
    await endAccessSoon(browser);
    expect(emailOf(await browser.graphql(ME))).toMatch(/^Bearer eyJ/);
  });

  it('that was ended elsewhere is over at the next renewal, and its cookie is taken away', async () => {
    platform.answer(({ headers }) => ({
      body: JSON.stringify(
        headers.authorization
          ? { data: { me: { email: 'ana@example.test' } } }
          : { data: { me: null }, errors: [{ message: 'No.', extensions: { code: 'AuthorizationError' } }] },
      ),
    }));
    const { browser, user } = await signedIn();
    await identity.sql('delete from session where user_id = $1', [user.id]);
    await identity.sql('delete from oidc_artifact');
    await endAccessSoon(browser);
    const { errors } = await browser.graphql(ME);
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'AuthorizationError' });
    expect(browser.cookie(COOKIE)).toBeUndefined();
  });

  it('ends here and at identity when the user signs out', async () => {
    const { browser } = await signedIn();
    const cookie = browser.cookie(COOKIE)!;
    const { status, text } = await browser.ask('POST', '/auth/logout', undefined, { 'sec-fetch-site': 'same-origin' });
    const { to } = JSON.parse(text) as { to: string };
    expect([status, to.startsWith(`${identity.url}/oauth/logout`)]).toEqual([200, true]);
    expect(browser.cookie(COOKIE)).toBeUndefined();
    browser.setCookie(COOKIE, cookie);
    const shown = await browser.ask('GET', '/messages');
    expect([shown.status, shown.headers['location']]).toEqual([303, '/auth/login?to=%2Fmessages']);
  });
});

describe('while identity is away', () => {
  const away = useStack(async () =>
    DashboardStack.start({ ...environment(), PORT: String(await freePort()), IDENTITY_URL: 'http://127.0.0.1:9' }),
  );

  it('a sign-in says so', async () => {
    const shown = await new DashboardBrowser(away.url).ask('GET', '/auth/login?to=/');
    expect(shown.status).toBe(503);
    expect(shown.text).toContain('does not answer right now');
  });

  it('a session with a valid token works on, and one without is not signed out', async () => {
    echoToken();
    const { browser } = await signedIn();
    const here = new DashboardBrowser(away.url);
    here.setCookie(COOKIE, browser.cookie(COOKIE)!);
    await endAccessSoon(browser);
    expect(emailOf(await here.graphql(ME))).toMatch(/^Bearer eyJ/);
    const store = Reflect.get(
      dashboard.app.get(Sessions, { strict: false }),
      'store',
    ) as import('./session-store.js').SessionStore;
    const id = browser.cookie(COOKIE)!;
    await store.replace(id, { ...(await store.find(id))!, accessEndsAt: Date.now() - 1_000 });
    const { data, errors, headers } = await here.graphql(ME);
    expect([data, errors?.[0]?.extensions]).toEqual([
      { me: null },
      expect.objectContaining({ code: 'ServiceUnavailable', app: 'identity' }),
    ]);
    expect(headers['set-cookie']).toBeUndefined();
    expect(emailOf(await browser.graphql(ME))).toMatch(/^Bearer eyJ/);
  });
});

describe('while Redis is away', () => {
  const away = useStack(async () => RedisServer.start(mkdtempSync(join(tmpdir(), 'dashboard-redis-'))));
  const here = useStack(async () =>
    DashboardStack.start({ ...environment(), PORT: String(await freePort()), REDIS_URL: away.url }, webDir.dir),
  );

  it('sign-in, sign-out, files, frames and queries say so, and the cookie stays', async () => {
    const browser = new DashboardBrowser(here.url);
    browser.setCookie(COOKIE, 'x'.repeat(43));
    await away.kill();
    const own = { 'sec-fetch-site': 'same-origin' };
    const statuses = [
      await browser.ask('GET', '/auth/login?to=/'),
      await browser.ask('POST', '/auth/logout', undefined, own),
      await browser.ask('GET', '/rest/platform/api/messages/export', undefined, own),
      await browser.ask('GET', '/frame/preview/x', undefined, own),
    ].map(({ status }) => status);
    expect(statuses).toEqual([503, 503, 503, 503]);
    expect((await browser.graphql(ME)).errors?.[0]?.extensions).toMatchObject({ code: 'ServiceUnavailable' });
    expect(browser.cookie(COOKIE)).toBe('x'.repeat(43));
  });
});
