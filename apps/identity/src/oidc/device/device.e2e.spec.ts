import { decodeJwt } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { FormBrowser, type Visit } from '../../../../../test/support/form-browser.js';
import { gatewayStack } from '../../../../../test/support/gateway-stack.js';
import type { IdentityStack, TestUser } from '../../../../../test/support/identity-stack.js';
import { appOf, AppSignIn, enterPassword, SERVER_APP, OIDC_CLIENTS } from '../../../../../test/support/openid.js';
import { useStack } from '../../../../../test/support/use-stack.js';

const DEVICE_CODE = 'urn:ietf:params:oauth:grant-type:device_code';
const USED = 'This code was used already';
const PROGRAM = 'service-cli/1.0 (ana <laptop>)';

const stack = useStack(() => gatewayStack({ identity: { OIDC_CLIENTS } }));
let identity: IdentityStack;

beforeAll(() => {
  identity = stack.identity;
});

const form = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  identity.anonymous.send('POST', path, new URLSearchParams(fields).toString(), {
    'content-type': 'application/x-www-form-urlencoded',
    ...headers,
  });

interface Asked {
  device_code: string;
  user_code: string;
  verification_uri: string;
  verification_uri_complete: string;
  expires_in: number;
  interval: number;
}

/** A program asks for a code. */
async function ask(fields: Record<string, string> = {}): Promise<Asked> {
  const all = { client_id: 'cli', scope: 'openid service', ...fields };
  const { status, body } = await form('/oauth/device', all, { 'user-agent': PROGRAM });
  expect([status, body.error_description]).toEqual([200, undefined]);
  return body as Asked;
}

const poll = (device_code: string, fields: Record<string, string> = {}) =>
  form('/oauth/token', { grant_type: DEVICE_CODE, client_id: 'cli', device_code, ...fields });

const refresh = (refresh_token: string) =>
  form('/oauth/token', { grant_type: 'refresh_token', client_id: 'cli', refresh_token });

/** Opens the page that asks for the approval, by the address with the code. */
async function open(asked: Asked, browser = new FormBrowser(identity.url)): Promise<Page> {
  const passing = await browser.get(asked.verification_uri_complete);
  return { browser, page: await browser.submit(passing, '/device') };
}

interface Page {
  browser: FormBrowser;
  page: Visit;
}

const headingOf = ({ html }: Visit) => /<h1>([^<]*)<\/h1>/.exec(html)?.[1];

/** Approves a code in a new browser, where the user signs in. */
async function approve(asked: Asked, user: TestUser): Promise<Page> {
  const { browser, page } = await open(asked);
  const signIn = await browser.submit(page, '/device');
  const done = await enterPassword(browser, signIn, user);
  expect(headingOf(done)).toBe('Approved');
  return { browser, page: done };
}

/** Logs a program in; returns its tokens. */
async function logIn(user: TestUser) {
  const asked = await ask();
  const { browser } = await approve(asked, user);
  const { body } = await poll(asked.device_code);
  return { asked, browser, access: String(body.access_token), refreshToken: String(body.refresh_token) };
}

const as = (token: string) => stack.anonymous.with({ authorization: `Bearer ${token}` });
const me = async (token: string) => (await as(token).get('/api/auth/me')).status;

describe('a program without a browser', () => {
  it('finds the endpoint in the discovery document, and gets a code that is easy to type', async () => {
    const { body } = await identity.anonymous.get('/.well-known/openid-configuration');
    expect(body.device_authorization_endpoint).toBe(`${identity.url}/oauth/device`);
    expect(body.grant_types_supported).toContain(DEVICE_CODE);
    const asked = await ask();
    expect(asked).toMatchObject({
      verification_uri: `${identity.url}/device`,
      verification_uri_complete: `${identity.url}/device?user_code=${asked.user_code}`,
      expires_in: 600,
      interval: 5,
    });
    expect(asked.user_code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
  });

  it('waits for the user, hears that it asks too often, and then works as the user', async () => {
    const user = await identity.createOwner();
    const asked = await ask();
    expect((await poll(asked.device_code)).body).toMatchObject({ error: 'authorization_pending' });
    const soon = await poll(asked.device_code);
    expect([soon.status, soon.body.error]).toEqual([400, 'slow_down']);

    await approve(asked, user);
    const { status, body } = await poll(asked.device_code);
    expect([status, body.token_type, body.scope]).toEqual([200, 'Bearer', 'openid service']);
    expect(decodeJwt(body.access_token)).toMatchObject({ aud: 'service', client_id: 'cli', sub: user.id });
    expect((await as(body.access_token).get('/api/auth/me')).body.Email).toBe(user.email);
    const key = await as(body.access_token).post(`/api/tenants/${user.tenantId}/api-keys`, {
      Name: 'made by the command line',
      Scopes: ['account:read'],
    });
    expect(key.status).toBe(201);
  });

  it('sees nothing of another tenant', async () => {
    const [user, other] = [await identity.createOwner(), await identity.createOwner()];
    const { access } = await logIn(user);
    expect((await as(access).get(`/api/tenants/${other.tenantId}`)).status).toBe(404);
  });

  it('has a session of its own, which outlives the sign-in and is ended in the list', async () => {
    const user = await identity.createOwner();
    const { browser, access, refreshToken } = await logIn(user);
    const out = await browser.get('/oauth/logout');
    await browser.submit(out, '/confirm', { logout: 'yes' });
    expect(await me(access)).toBe(200);
    const { Sessions } = (await as(access).get('/api/auth/sessions')).body;
    expect(Sessions).toEqual([expect.objectContaining({ App: 'Command line', UserAgent: PROGRAM, Current: true })]);

    const fresh = (await refresh(refreshToken)).body;
    expect([await me(access), await me(fresh.access_token)]).toEqual([200, 200]);
    await identity.endSession(fresh.access_token);
    expect([await me(access), await me(fresh.access_token)]).toEqual([401, 401]);
    expect((await refresh(fresh.refresh_token)).body.error).toBe('invalid_grant');
  });

  it('ends its login by revoking the refresh token', async () => {
    const { access, refreshToken } = await logIn(await identity.createOwner());
    const { status } = await form('/oauth/revoke', { client_id: 'cli', token: refreshToken });
    expect([status, await me(access)]).toEqual([200, 401]);
    expect((await refresh(refreshToken)).body.error).toBe('invalid_grant');
  });

  it('has a login for each machine', async () => {
    const user = await identity.createOwner();
    const first = await logIn(user);
    const asked = await ask();
    const { browser, page } = await open(asked, first.browser);
    expect(page.html).toContain(`Signed in as <strong>${user.email}</strong>`);
    expect(headingOf(await browser.submit(page, '/device'))).toBe('Approved');
    const second = (await poll(asked.device_code)).body;
    expect(decodeJwt(second.access_token)['sid']).not.toBe(decodeJwt(first.access)['sid']);
    expect([await me(first.access), await me(second.access_token)]).toEqual([200, 200]);
  });

  it('gets tokens once at most when it asks several times at once, and such a login ends', async () => {
    const asked = await ask();
    await approve(asked, await identity.createOwner());
    const answers = await Promise.all([1, 2, 3].map(() => poll(asked.device_code)));
    const [given, refused] = [200, 400].map((code) => answers.filter(({ status }) => status === code));
    expect(given!.length).toBeLessThanOrEqual(1);
    expect(given!.length + refused!.length).toBe(3);
    for (const { body } of refused!) expect(body.error).toBe('invalid_grant');
    expect((await poll(asked.device_code)).body.error).toBe('invalid_grant');
    for (const { body } of given!) expect(await me(body.access_token)).toBe(401);
  });

  it('loses its login when the code is redeemed again afterwards', async () => {
    const { asked, access } = await logIn(await identity.createOwner());
    expect((await poll(asked.device_code)).body.error).toBe('invalid_grant');
    expect(await me(access)).toBe(401);
  });

  it('hears that the user denied', async () => {
    const asked = await ask();
    const { browser, page } = await open(asked);
    expect(headingOf(await browser.submit(page, '/device', { abort: 'yes' }))).toBe('Denied');
    const { status, body } = await poll(asked.device_code);
    expect([status, body.error]).toEqual([400, 'access_denied']);
  });

  it('hears so, too, when the user leaves the sign-in', async () => {
    const asked = await ask();
    const { browser, page } = await open(asked);
    const signIn = await browser.submit(page, '/device');
    expect(headingOf(await browser.submit(signIn, '/cancel'))).toBe('Denied');
    expect((await poll(asked.device_code)).body.error).toBe('access_denied');
  });

  it('must be the one that the code was made for', async () => {
    const asked = await ask();
    await approve(asked, await identity.createOwner());
    const other = await form('/oauth/token', {
      grant_type: DEVICE_CODE,
      client_id: 'dashboard',
      device_code: asked.device_code,
    });
    expect([other.status, other.body.error]).toEqual([400, 'invalid_request']);
    for (const client_id of ['dashboard', SERVER_APP.id]) {
      const { status } = await form('/oauth/device', { client_id, scope: 'openid' });
      expect([client_id, status]).toEqual([
        client_id,
        expect.toSatisfy((code: number) => code === 400 || code === 401),
      ]);
    }
  });

  it('cannot come by the flow of browsers', async () => {
    const url = await new AppSignIn(await appOf(identity, 'cli')).url();
    expect((await new FormBrowser(identity.url).get(url)).status).toBe(400);
  });
});

describe('the page for the code', () => {
  it('says who asks, from where, and for what', async () => {
    const asked = await ask();
    const { page } = await open(asked);
    for (const text of [
      'Allow Command line?',
      asked.user_code,
      'service-cli/1.0 (ana &lt;laptop&gt;)',
      '127.0.0.1',
      'Do everything in your accounts',
      'You sign in after this.',
    ]) {
      expect(page.html).toContain(text);
    }
    expect(page.headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'/,
    );
  });

  it('takes the code as it is typed', async () => {
    const asked = await ask();
    const browser = new FormBrowser(identity.url);
    const typed = ` ${asked.user_code.toLowerCase().replace('-', ' ')} `;
    const page = await browser.submit(await browser.get('/device'), '/device', { user_code: typed });
    expect(headingOf(page)).toBe('Allow Command line?');
  });

  it('shows no approval for a code that was decided on', async () => {
    const user = await identity.createOwner();
    const asked = await ask();
    await approve(asked, user);
    const { page } = await open(asked);
    expect([page.status, page.html.includes(USED)]).toEqual([422, true]);
  });

  it('has one user approve a code that two approve at the same instant, and tells the other', async () => {
    for (let time = 0; time < 3; time += 1) {
      const asked = await ask();
      const pages = [await open(asked), await open(asked)];
      const answers = await Promise.all(pages.map(({ browser, page }) => browser.submit(page, '/device')));
      const [told, ...others] = answers.filter(({ status, html }) => status === 422 && html.includes(USED));
      expect([told?.status, others]).toEqual([422, []]);
      const winner = answers.findIndex((answer) => answer !== told);
      const user = await identity.createOwner();
      const done = await enterPassword(pages[winner]!.browser, answers[winner]!, user);
      expect(headingOf(done)).toBe('Approved');
      const { body } = await poll(asked.device_code);
      expect(decodeJwt(body.access_token)['sub']).toBe(user.id);
    }
  });

  it('lets a code have one of an approval and a denial of the same instant', async () => {
    for (let time = 0; time < 3; time += 1) {
      const asked = await ask();
      const [approving, denying] = [await open(asked), await open(asked)];
      const [approved, denied] = await Promise.all([
        approving.browser.submit(approving.page, '/device'),
        denying.browser.submit(denying.page, '/device', { abort: 'yes' }),
      ]);
      const told = [approved, denied].filter(({ html }) => html.includes(USED));
      expect(told).toHaveLength(1);
      const { error } = (await poll(asked.device_code)).body;
      expect(error).toBe(told[0] === approved ? 'access_denied' : 'authorization_pending');
    }
  });

  it('approves nothing for another site, and nothing without the page', async () => {
    const asked = await ask();
    const { browser } = await open(asked);
    const forged = await browser.post('/device', { user_code: asked.user_code, confirm: 'yes', xsrf: 'x' });
    expect([forged.status, forged.html.includes('This page was too old')]).toEqual([422, true]);
    const stranger = new FormBrowser(identity.url);
    const sent = await stranger.post('/device', { user_code: asked.user_code, confirm: 'yes' });
    expect([sent.status, headingOf(sent)]).toEqual([200, 'Enter the code']);
    expect((await poll(asked.device_code)).body.error).toBe('authorization_pending');
  });

  it('is not signed in by the token of a session or of support', async () => {
    const user = await identity.createOwner();
    const { access } = await logIn(user);
    const browser = new FormBrowser(identity.url);
    browser.setCookie('service_session', access);
    const { page } = await open(await ask(), browser);
    expect(page.html).toContain('You sign in after this.');
  });

  it('lets nobody guess: ten wrong codes of a network are the most, and a right one is refused after them', async () => {
    const asked = await ask();
    const browser = new FormBrowser(identity.url);
    const page = await browser.get('/device');
    const enter = (on: Visit, user_code: string) => browser.submit(on, '/device', { user_code });
    let last = page;
    for (let guess = 0; guess < 10; guess += 1) {
      last = await enter(last, `BBBB-BBB${'BCDFGHJKLM'[guess]}`);
      expect([guess, last.status, last.html.includes('There is no such code')]).toEqual([guess, 422, true]);
    }
    const over = await enter(last, asked.user_code);
    expect([over.status, Number(over.headers['retry-after'])]).toEqual([
      429,
      expect.toSatisfy((s: number) => s > 0 && s <= 900),
    ]);
    expect(headingOf(over)).toBe('Enter the code');
  });
});
