import { createHash, generateKeyPairSync } from 'node:crypto';
import { decodeJwt, SignJWT } from 'jose';
import { refreshTokenGrant } from 'openid-client';
import { beforeAll, describe, expect, it } from 'vitest';
import { FormBrowser } from '../../../../test/support/form-browser.js';
import { gatewayStack } from '../../../../test/support/gateway-stack.js';
import type { HttpClient } from '../../../../test/support/http-client.js';
import {
  DASHBOARD_URL,
  identityStack,
  PASSWORD,
  type IdentityStack,
  type TestUser,
} from '../../../../test/support/identity-stack.js';
import { CALLBACK, dashboardTokens, enterPassword } from '../../../../test/support/openid.js';
import { useStack } from '../../../../test/support/use-stack.js';

const VERIFIER = 'a-verifier-that-is-long-enough-to-be-one-of-rfc-7636';
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url');

const stack = useStack(gatewayStack);
let identity: IdentityStack;
let user: TestUser;

beforeAll(async () => {
  identity = stack.identity;
  user = await identity.createOwner();
});
const form = (client: HttpClient, path: string, fields: Record<string, string>) =>
  client.send('POST', path, new URLSearchParams(fields).toString(), {
    'content-type': 'application/x-www-form-urlencoded',
  });

const me = async (token: string) =>
  (await stack.anonymous.get('/api/auth/me', { authorization: `Bearer ${token}` })).status;

const REQUEST = {
  client_id: 'dashboard',
  response_type: 'code',
  redirect_uri: CALLBACK,
  scope: 'openid',
  state: 'state',
  code_challenge: CHALLENGE,
  code_challenge_method: 'S256',
};

const authorize = (parameters: Record<string, string | undefined>) => {
  const wanted = Object.entries({ ...REQUEST, ...parameters }).filter(([, value]) => value !== undefined);
  return `/oauth/authorize?${new URLSearchParams(wanted as [string, string][]).toString()}`;
};

/** A code of the person, as the browser brings it to the app. */
async function freshCode(): Promise<string> {
  const browser = new FormBrowser(identity.url);
  const { redirectedTo } = await enterPassword(browser, await browser.get(authorize({})), user);
  return redirectedTo!.searchParams.get('code')!;
}

const redeem = (code: string, fields: Record<string, string> = {}) =>
  form(identity.anonymous, '/oauth/token', {
    grant_type: 'authorization_code',
    client_id: 'dashboard',
    redirect_uri: CALLBACK,
    code_verifier: VERIFIER,
    code,
    ...fields,
  });

const refresh = (token: string) =>
  form(identity.anonymous, '/oauth/token', {
    grant_type: 'refresh_token',
    client_id: 'dashboard',
    refresh_token: token,
  });

describe('a code', () => {
  it('is good once; used again it ends what it brought', async () => {
    const code = await freshCode();
    const first = await redeem(code);
    expect([first.status, await me(first.body.access_token)]).toEqual([200, 200]);
    const again = await redeem(code);
    expect([again.status, again.body.error]).toEqual([400, 'invalid_grant']);
    expect(await me(first.body.access_token)).toBe(401);
    expect((await refresh(first.body.refresh_token)).body.error).toBe('invalid_grant');
  });

  // None has it if one who comes late is noticed before the first has been answered: a second use ends what the first brought.
  it('goes to one at most of many who redeem it at the same moment', async () => {
    for (let round = 0; round < 3; round += 1) {
      const code = await freshCode();
      const answers = await Promise.all(Array.from({ length: 8 }, () => redeem(code)));
      const refused = answers.filter(({ status }) => status !== 200);
      expect(refused.length).toBeGreaterThanOrEqual(7);
      expect(refused.map(({ status, body }) => [status, body.error])).toEqual(
        refused.map(() => [400, 'invalid_grant']),
      );
    }
  });

  it.each([
    ['another verifier', { code_verifier: `${VERIFIER}-not` }],
    ['no verifier', { code_verifier: '' }],
    ['another place to return to', { redirect_uri: `${DASHBOARD_URL}/auth/callback/` }],
    ['another client', { client_id: 'nobody' }],
  ])('is worth nothing with %s', async (_what, fields) => {
    const answer = await redeem(await freshCode(), fields);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.body.access_token).toBeUndefined();
    expect(answer.body.error).toMatch(/^invalid_(grant|client)$/);
  });
});

describe('a request', () => {
  it.each([
    ['without PKCE', { code_challenge: undefined, code_challenge_method: undefined }],
    ['with plain PKCE', { code_challenge: VERIFIER, code_challenge_method: 'plain' }],
    ['with a challenge of no method', { code_challenge_method: undefined }],
    ['for a token in the address', { response_type: 'token' }],
    ['for an ID token in the address', { response_type: 'id_token', nonce: 'n' }],
  ])('%s is refused, and the app is told', async (_what, parameters) => {
    const { redirectedTo } = await new FormBrowser(identity.url).get(authorize(parameters));
    expect(redirectedTo?.href.startsWith(CALLBACK)).toBe(true);
    const told = new URLSearchParams(redirectedTo!.search || redirectedTo!.hash.slice(1));
    expect(told.get('error')).toMatch(/^(invalid_request|unsupported_response_type|unauthorized_client)$/);
    expect(told.get('code')).toBeNull();
  });

  it.each([
    'https://evil.example.test/auth/callback',
    `${DASHBOARD_URL}/auth/callback/../../evil`,
    `${DASHBOARD_URL}/auth/callback?next=https://evil.example.test`,
    `${DASHBOARD_URL}/auth/callback#x`,
    `${DASHBOARD_URL}.evil.test/auth/callback`,
    `${DASHBOARD_URL}:81/auth/callback`,
    'http://dashboard.example.test@evil.example.test/auth/callback',
    '//evil.example.test',
    'javascript:alert(1)',
    '',
  ])('that would return to %s goes nowhere', async (redirect_uri) => {
    const page = await new FormBrowser(identity.url).get(authorize({ redirect_uri }));
    expect([page.status, page.redirectedTo]).toEqual([400, undefined]);
    expect(page.headers['location']).toBeUndefined();
    expect(page.html).not.toContain('<script');
  });

  it('of an unknown client, or with markup in it, is answered by a page that repeats no markup', async () => {
    const parameters = { client_id: '"><img src=x onerror=alert(1)>', state: '<script>alert(1)</script>' };
    const page = await new FormBrowser(identity.url).get(authorize(parameters));
    expect([page.status, page.redirectedTo]).toEqual([400, undefined]);
    expect(page.html).not.toMatch(/<img|<script/);
    expect(String(page.headers['content-security-policy'])).toContain("default-src 'none'");
  });

  it('for signing out leads to registered places alone', async () => {
    const { app, browser, tokens } = await dashboardTokens(identity, user);
    const query = new URLSearchParams({
      id_token_hint: tokens.id_token!,
      post_logout_redirect_uri: 'https://evil.example.test/',
    });
    const page = await browser.get(`/oauth/logout?${query.toString()}`);
    expect([page.status, page.redirectedTo]).toEqual([400, undefined]);
    const anonymous = await browser.get('/oauth/logout?post_logout_redirect_uri=https://evil.example.test/');
    const { redirectedTo, html } = await browser.submit(anonymous, '/confirm', { logout: 'yes' });
    expect(redirectedTo).toBeUndefined();
    expect(html).toContain('You are signed out');
    expect(app.serverMetadata().end_session_endpoint).toBe(`${identity.url}/oauth/logout`);
  });

  it('for signing out that comes from another site does nothing', async () => {
    const { browser, tokens } = await dashboardTokens(identity, user);
    await browser.post('/oauth/logout/confirm', { logout: 'yes', xsrf: 'guessed' });
    expect(await me(tokens.access_token)).toBe(200);
  });
});

describe('a refresh token', () => {
  it('is rotated for exactly one of many who use it at the same moment', async () => {
    const { tokens } = await dashboardTokens(identity, user);
    const answers = await Promise.all(Array.from({ length: 8 }, () => refresh(tokens.refresh_token!)));
    const won = answers.filter(({ status }) => status === 200);
    expect(won.length).toBeLessThanOrEqual(1);
    for (const { status, body } of answers) if (status !== 200) expect(body.error).toBe('invalid_grant');
  });

  it('ends its family when it is used again, after any number of rotations', async () => {
    const { app, tokens } = await dashboardTokens(identity, user);
    const second = await refreshTokenGrant(app, tokens.refresh_token!);
    const third = await refreshTokenGrant(app, second.refresh_token!);
    expect(await me(third.access_token)).toBe(200);
    expect((await refresh(tokens.refresh_token!)).body.error).toBe('invalid_grant');
    expect(await me(third.access_token)).toBe(401);
    expect((await refresh(third.refresh_token!)).body.error).toBe('invalid_grant');
  });

  it('of one family ends no other', async () => {
    const [one, other] = [await dashboardTokens(identity, user), await dashboardTokens(identity, user)];
    await refreshTokenGrant(one.app, one.tokens.refresh_token!);
    await refresh(one.tokens.refresh_token!);
    expect([await me(one.tokens.access_token), await me(other.tokens.access_token)]).toEqual([401, 200]);
  });
});

describe('a token', () => {
  it('of another issuer, or with another key, is rejected', async () => {
    const { tokens } = await dashboardTokens(identity, user);
    const claims = decodeJwt(tokens.access_token);
    const otherIdentity = await identityStack();
    const other = await otherIdentity.createOwner();
    const otherTokens = await dashboardTokens(otherIdentity, other);
    expect(await me(otherTokens.tokens.access_token)).toBe(401);
    const userinfo = (token: string) => identity.anonymous.get('/oauth/userinfo', { authorization: `Bearer ${token}` });
    expect((await userinfo(otherTokens.tokens.access_token)).status).toBe(401);
    await otherIdentity.close();

    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const [key] = (await identity.anonymous.get('/.well-known/jwks.json')).body.keys as { kid: string }[];
    const forged = (header: { alg: string }, secret: Parameters<SignJWT['sign']>[0]) =>
      new SignJWT(claims).setProtectedHeader({ typ: 'at+jwt', kid: key!.kid, ...header }).sign(secret);
    const published = JSON.stringify(key);
    const tries = [
      await forged({ alg: 'RS256' }, privateKey),
      await forged({ alg: 'HS256' }, new TextEncoder().encode(published)),
      `${Buffer.from('{"alg":"none"}').toString('base64url')}.${tokens.access_token.split('.')[1]}.`,
    ];
    for (const token of tries) expect([await me(token), (await userinfo(token)).status]).toEqual([401, 401]);
  });

  it('is not known by its id', async () => {
    const { tokens } = await dashboardTokens(identity, user);
    const id = String(decodeJwt(tokens.access_token).jti);
    const answer = await identity.anonymous.get('/oauth/userinfo', { authorization: `Bearer ${id}` });
    expect(answer.status).toBe(401);
  });

  it('of a password login is rejected by userinfo and introspection', async () => {
    const session = await identity.login(user);
    const answer = await identity.anonymous.get('/oauth/userinfo', { authorization: `Bearer ${session}` });
    expect([answer.status, answer.body.error]).toEqual([401, 'invalid_token']);
  });
});

describe('the sign-in', () => {
  const begin = async () => {
    const browser = new FormBrowser(identity.url);
    return { browser, page: await browser.get(authorize({})) };
  };

  it('is not shown, and not continued, without the cookie of the browser that began it', async () => {
    const { page } = await begin();
    const path = new URL(page.url).pathname;
    const other = new FormBrowser(identity.url);
    for (const answer of [
      await other.get(path),
      await other.post(`${path}/password`, { email: user.email, password: PASSWORD }),
    ]) {
      expect([answer.status, answer.redirectedTo]).toEqual([400, undefined]);
      expect(answer.html).toContain('This sign-in is over');
    }
  });

  it.each([
    ['an origin', { origin: 'https://evil.example.test' }],
    ['no origin', { origin: 'null' }],
    ['a browser that says so', { 'sec-fetch-site': 'cross-site' }],
  ])('takes no form from another site, by %s', async (_what, headers) => {
    const { browser, page } = await begin();
    const answer = await browser.post(`${page.url}/password`, { email: user.email, password: PASSWORD }, headers);
    expect([answer.status, answer.redirectedTo]).toEqual([403, undefined]);
  });

  it('gives the browser a new cookie, so that a planted one has no effect', async () => {
    const attacker = await begin();
    const planted = attacker.browser.cookie('service_sign_in');
    const victim = new FormBrowser(identity.url);
    if (planted) victim.setCookie('service_sign_in', planted);
    await enterPassword(victim, await victim.get(authorize({})), user);
    expect(victim.cookie('service_sign_in')).not.toBe(planted);
    expect((await attacker.browser.get(authorize({}))).html).toContain('type="password"');
  });

  it('counts wrong passwords with those of the API, and answers unknown and known addresses alike', async () => {
    const guessed = await identity.createUser();
    const { browser, page } = await begin();
    const tried = (email: string) => browser.submit(page, '/password', { email, password: 'wrong' });
    const [known, unknown] = [await tried(guessed.email), await tried('nobody-at-all@example.test')];
    const text = (html: string) => /id="problem">([^<]*)/.exec(html)?.[1];
    expect([known.status, unknown.status]).toEqual([401, 401]);
    expect(text(known.html)).toBe(text(unknown.html));
    for (let count = 1; count < 10; count += 1) {
      await identity.service.post('/internal/sessions', { email: guessed.email, password: 'wrong' });
    }
    const limited = await enterPassword(browser, page, guessed);
    expect([limited.status, text(limited.html)]).toEqual([429, 'Too many attempts. Try again in 15 minutes.']);
    expect(Number(limited.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('repeats what was typed as text', async () => {
    const { browser, page } = await begin();
    const answer = await browser.submit(page, '/password', { email: '"><script>alert(1)</script>', password: 'x' });
    expect(answer.html).not.toContain('<script');
    expect(answer.html).toContain('&quot;&gt;&lt;script&gt;');
  });

  it('protects its pages and its cookies', async () => {
    const { page, browser } = await begin();
    const policy = String(page.headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain(`form-action 'self' ${DASHBOARD_URL};`);
    expect(policy).not.toContain('unsafe');
    expect(page.headers).toMatchObject({
      'x-frame-options': 'DENY',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.stringMatching(/^req_/),
    });
    expect(browser.cookie('service_interaction')).toBeDefined();
    const answer = await identity.anonymous.get(authorize({}));
    const cookies = [answer.headers['set-cookie'] ?? []].flat();
    expect(cookies.length).toBeGreaterThan(0);
    for (const cookie of cookies) expect(cookie).toMatch(/; samesite=lax; httponly/i);
  });

  it('marks its cookies secure where the issuer is reached by TLS', async () => {
    const secure = await identityStack({ besides: identity, environment: { ISSUER: 'https://login.example.test' } });
    const answer = await secure.anonymous.get(authorize({}));
    for (const cookie of [answer.headers['set-cookie'] ?? []].flat()) expect(cookie).toMatch(/; secure/i);
    expect(String(answer.headers['location'])).toMatch(/^\/sign-in\//);
    await secure.close();
  });
});

describe('the endpoints', () => {
  it('take no body beyond their limit, and none that is no form', async () => {
    const huge = await form(identity.anonymous, '/oauth/token', { grant_type: 'x'.repeat(100_000) });
    expect([huge.status, huge.body.error]).toEqual([400, 'invalid_request']);
    const hugeRevocation = await form(identity.anonymous, '/oauth/revoke', { token: 'x'.repeat(100_000) });
    expect(hugeRevocation.status).toBe(413);
    const json = await identity.anonymous.post('/oauth/token', { grant_type: 'authorization_code' });
    expect([json.status, json.body.error]).toEqual([400, 'invalid_request']);
  });

  it('are those that are written down, and nothing else of the library', async () => {
    for (const path of [
      '/oauth/register',
      '/oauth/device',
      '/oauth/request',
      '/interaction/x',
      '/oauth/jwks',
      '/oauth',
    ]) {
      expect((await identity.anonymous.get(path)).status, path).toBe(404);
    }
    const { body } = await identity.anonymous.get('/.well-known/openid-configuration');
    expect(body).toMatchObject({
      issuer: identity.url,
      jwks_uri: `${identity.url}/.well-known/jwks.json`,
      authorization_endpoint: `${identity.url}/oauth/authorize`,
      token_endpoint: `${identity.url}/oauth/token`,
      userinfo_endpoint: `${identity.url}/oauth/userinfo`,
      revocation_endpoint: `${identity.url}/oauth/revoke`,
      introspection_endpoint: `${identity.url}/oauth/introspect`,
      end_session_endpoint: `${identity.url}/oauth/logout`,
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
      id_token_signing_alg_values_supported: ['RS256'],
      authorization_response_iss_parameter_supported: true,
    });
    const device = 'urn:ietf:params:oauth:grant-type:device_code';
    expect(body.grant_types_supported.sort()).toEqual(['authorization_code', 'refresh_token', device]);
    expect(body.registration_endpoint).toBeUndefined();
  });

  it('are limited by address, each in the language of its callers', async () => {
    const limited = await identityStack({ environment: { OAUTH_CALLS_PER_MINUTE: '5' } });
    const call = () => limited.anonymous.get('/.well-known/openid-configuration');
    const answers = await Promise.all(Array.from({ length: 5 }, call));
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(5).fill(200));
    const refused = await call();
    expect([refused.status, refused.body.error]).toEqual([429, 'temporarily_unavailable']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    const page = await new FormBrowser(limited.url).get(authorize({}));
    expect([page.status, page.html.includes('Too many requests')]).toEqual([429, true]);
    await limited.close();
  });
});
