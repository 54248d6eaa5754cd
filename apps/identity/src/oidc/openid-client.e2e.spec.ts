import { decodeJwt, decodeProtectedHeader } from 'jose';
import {
  buildEndSessionUrl,
  fetchUserInfo,
  refreshTokenGrant,
  tokenIntrospection,
  tokenRevocation,
} from 'openid-client';
import { beforeAll, describe, expect, it } from 'vitest';
import { FormBrowser } from '../../../../test/support/form-browser.js';
import { gatewayStack } from '../../../../test/support/gateway-stack.js';
import {
  appOf,
  AppSignIn,
  CALLBACK,
  dashboardTokens,
  enterPassword,
  NATIVE_APP,
  OIDC_CLIENTS,
  SERVER_APP,
  SERVER_CALLBACK,
} from '../../../../test/support/openid.js';
import { DASHBOARD_URL, PASSWORD, type IdentityStack, type TestUser } from '../../../../test/support/identity-stack.js';
import { useStack } from '../../../../test/support/use-stack.js';

const stack = useStack(() => gatewayStack({ identity: { OIDC_CLIENTS } }));
let identity: IdentityStack;

beforeAll(async () => {
  identity = stack.identity;
});
/** Platform's answer to the bearer of a token. */
const me = async (token: string) =>
  (await stack.anonymous.get('/api/auth/me', { authorization: `Bearer ${token}` })).status;

const sessionsOf = (user: TestUser) =>
  identity.sql<{ id: string; clientId: string | null; open: boolean }>(
    `select id, client_id as "clientId", revoked_at is null as open from session where user_id = $1 order by id`,
    [user.id],
  );

describe('a browser app, by openid-client', () => {
  it('goes from discovery to a session on the apps, to a new token, and to the end of all of it', async () => {
    const user = await identity.createOwner();
    const { app, browser, tokens } = await dashboardTokens(identity, user);
    expect(await me(tokens.access_token)).toBe(200);
    expect(tokens).toMatchObject({ token_type: 'bearer', expires_in: 600, scope: 'openid profile email' });
    const claims = tokens.claims()!;
    expect(claims).toMatchObject({ iss: identity.url, aud: 'dashboard', sub: user.id });
    const userinfo = await fetchUserInfo(app, tokens.access_token, user.id);
    expect(userinfo).toEqual({ sub: user.id, email: user.email, email_verified: false });

    const fresh = await refreshTokenGrant(app, tokens.refresh_token!);
    expect(fresh.refresh_token).not.toBe(tokens.refresh_token);
    expect([await me(tokens.access_token), await me(fresh.access_token)]).toEqual([200, 200]);
    expect(await sessionsOf(user)).toEqual([{ id: decodeJwt(fresh.access_token)['sid'], clientId: null, open: true }]);

    await expect(refreshTokenGrant(app, tokens.refresh_token!)).rejects.toMatchObject({ error: 'invalid_grant' });
    await expect(refreshTokenGrant(app, fresh.refresh_token!)).rejects.toMatchObject({ error: 'invalid_grant' });
    expect([await me(tokens.access_token), await me(fresh.access_token)]).toEqual([401, 401]);
    await expect(fetchUserInfo(app, fresh.access_token, user.id)).rejects.toThrow();
    expect(await sessionsOf(user)).toEqual([expect.objectContaining({ open: false })]);
    const next = await browser.get(await new AppSignIn(app).url());
    expect(next.html).toContain('type="password"');
  });

  it('signs out at the service, after asking, and is led back', async () => {
    const user = await identity.createOwner();
    const { app, browser, tokens } = await dashboardTokens(identity, user);
    const url = buildEndSessionUrl(app, {
      id_token_hint: tokens.id_token!,
      post_logout_redirect_uri: `${DASHBOARD_URL}/`,
      state: 'bye',
    });
    const page = await browser.get(url.href);
    expect([page.status, await me(tokens.access_token)]).toEqual([200, 200]);
    const { redirectedTo } = await browser.submit(page, '/confirm', { logout: 'yes' });
    expect(redirectedTo?.href).toBe(`${DASHBOARD_URL}/?state=bye`);
    expect(await me(tokens.access_token)).toBe(401);
    await expect(refreshTokenGrant(app, tokens.refresh_token!)).rejects.toMatchObject({ error: 'invalid_grant' });
  });

  it('is signed in again without a password while the browser is signed in, with the same session', async () => {
    const user = await identity.createOwner();
    const { app, browser, tokens } = await dashboardTokens(identity, user);
    const again = new AppSignIn(app);
    const { redirectedTo } = await browser.get(await again.url());
    const second = await again.tokens(redirectedTo!);
    expect(decodeJwt(second.access_token)['sid']).toBe(decodeJwt(tokens.access_token)['sid']);
    expect(await sessionsOf(user)).toHaveLength(1);
  });

  it('loses all access when the session is revoked in the list, and the next sign-in asks for the password', async () => {
    const user = await identity.createOwner();
    const { app, browser, tokens } = await dashboardTokens(identity, user);
    await identity.endSession(tokens.access_token);
    expect(await me(tokens.access_token)).toBe(401);
    await expect(refreshTokenGrant(app, tokens.refresh_token!)).rejects.toMatchObject({ error: 'invalid_grant' });
    await expect(fetchUserInfo(app, tokens.access_token, user.id)).rejects.toThrow();
    expect((await browser.get(await new AppSignIn(app).url())).html).toContain('type="password"');
  });

  it('revokes its refresh token and its session with it', async () => {
    const user = await identity.createOwner();
    const { app, tokens } = await dashboardTokens(identity, user);
    await tokenRevocation(app, tokens.refresh_token!, { token_type_hint: 'refresh_token' });
    expect(await me(tokens.access_token)).toBe(401);
    await expect(refreshTokenGrant(app, tokens.refresh_token!)).rejects.toMatchObject({ error: 'invalid_grant' });
  });

  it('revokes its access token and its session with it', async () => {
    const { app, tokens } = await dashboardTokens(identity, await identity.createOwner());
    await tokenRevocation(app, tokens.access_token);
    expect(await me(tokens.access_token)).toBe(401);
    await expect(refreshTokenGrant(app, tokens.refresh_token!)).rejects.toMatchObject({ error: 'invalid_grant' });
  });

  it('gets no more tokens when its user is disabled', async () => {
    const user = await identity.createOwner();
    const { app, tokens } = await dashboardTokens(identity, user);
    await identity.service.patch(`/internal/users/${user.id}`, { status: 'disabled' });
    expect(await me(tokens.access_token)).toBe(401);
    await expect(refreshTokenGrant(app, tokens.refresh_token!)).rejects.toMatchObject({ error: 'invalid_grant' });
  });

  it('is called from pages of its own origin, and from no other', async () => {
    const { app, tokens } = await dashboardTokens(identity, await identity.createOwner());
    const call = (origin: string) =>
      identity.anonymous.get('/oauth/userinfo', { origin, authorization: `Bearer ${tokens.access_token}` });
    const [own, foreign] = [await call(DASHBOARD_URL), await call('https://evil.example.test')];
    expect([own.status, own.headers['access-control-allow-origin']]).toEqual([200, DASHBOARD_URL]);
    expect([foreign.status, foreign.headers['access-control-allow-origin']]).toEqual([400, undefined]);
    expect(app.serverMetadata().code_challenge_methods_supported).toEqual(['S256']);
  });

  it('accepts another user in a browser where a user is signed in', async () => {
    const [user, other] = [await identity.createOwner(), await identity.createOwner()];
    const { app, browser } = await dashboardTokens(identity, user);
    const signIn = new AppSignIn(app);
    const form = await browser.get(await signIn.url({ prompt: 'login' }));
    const passing = await enterPassword(browser, form, other);
    const { redirectedTo } = await browser.submit(passing, '/confirm');
    const tokens = await signIn.tokens(redirectedTo!);
    expect(decodeJwt(tokens.access_token).sub).toBe(other.id);
    expect((await sessionsOf(user)).map(({ open }) => open)).toEqual([false]);
  });
});

describe('an app with a server', () => {
  async function consented(user: TestUser, scope: string, parameters: Record<string, string> = {}) {
    const app = await appOf(identity, SERVER_APP.id, SERVER_APP.secret);
    const signIn = new AppSignIn(app, SERVER_CALLBACK, scope);
    const browser = new FormBrowser(identity.url);
    const page = await enterPassword(browser, await browser.get(await signIn.url(parameters)), user);
    const { redirectedTo } = await browser.submit(page, '/consent');
    return { app, browser, page, tokens: await signIn.tokens(redirectedTo!) };
  }

  it('gets the scopes that the user consented to, and a session of its own', async () => {
    const user = await identity.createOwner();
    const { app, page, tokens } = await consented(user, 'openid email service offline_access', { prompt: 'consent' });
    expect(page.html).toContain('Allow Notes &amp; &lt;Friends&gt;?');
    expect(page.html).toContain('Do everything in your accounts');
    expect(await me(tokens.access_token)).toBe(200);
    const sessions = await sessionsOf(user);
    expect(sessions.map(({ clientId, open }) => [clientId, open])).toEqual([
      [null, true],
      [SERVER_APP.id, true],
    ]);
    expect(decodeJwt(tokens.access_token)['sid']).toBe(sessions[1]!.id);
    const listed = await stack.anonymous.get('/api/auth/sessions', { authorization: `Bearer ${tokens.access_token}` });
    const apps = listed.body.Sessions.map(({ Id, App }: { Id: string; App: string | null }) => [Id, App]);
    expect(Object.fromEntries(apps)).toEqual({ [sessions[0]!.id]: null, [sessions[1]!.id]: 'Notes & <Friends>' });

    const told = await tokenIntrospection(app, tokens.access_token);
    expect(told).toMatchObject({ active: true, sub: user.id, client_id: SERVER_APP.id, iss: identity.url });
    await tokenRevocation(app, tokens.refresh_token!);
    expect(await me(tokens.access_token)).toBe(401);
    expect(await tokenIntrospection(app, tokens.access_token)).toEqual({ active: false });
    expect((await sessionsOf(user)).map(({ open }) => open)).toEqual([true, false]);

    const clientId = SERVER_APP.id;
    const logged = sessions.map(({ id }) =>
      identity.sql('select action, before, after from audit_entry where object_id = $1 order by id', [id]),
    );
    expect(await Promise.all(logged)).toEqual([
      [{ action: 'session.opened', before: null, after: null }],
      [
        { action: 'session.opened', before: null, after: { clientId } },
        { action: 'session.ended', before: { clientId }, after: { how: 'openid-connect' } },
      ],
    ]);
  });

  it('only identifies the user, unless it has the scope to act', async () => {
    const user = await identity.createOwner();
    const { app, tokens } = await consented(user, 'openid email');
    expect(await me(tokens.access_token)).toBe(401);
    expect(await fetchUserInfo(app, tokens.access_token, user.id)).toMatchObject({ email: user.email });
    expect(tokens.refresh_token).toBeUndefined();
  });

  it('acts as the user, and cannot change logins, members or keys', async () => {
    const user = await identity.createOwner();
    const { tokens } = await consented(user, 'openid service');
    const app = stack.anonymous.with({ authorization: `Bearer ${tokens.access_token}` });
    const tenant = `/api/tenants/${user.tenantId}`;
    for (const path of ['/api/auth/me', '/api/auth/sessions', '/api/auth/2fa', tenant, `${tenant}/members`]) {
      expect([path, (await app.get(path)).status]).toEqual([path, 200]);
    }
    const refused = [
      app.patch('/api/auth/me', { Email: 'app@evil.example' }),
      app.post('/api/auth/me/emails', { Email: 'app@evil.example' }),
      app.post('/api/auth/me/password', { CurrentPassword: PASSWORD, NewPassword: 'of-the-app-itself' }),
      app.post('/api/auth/2fa/setup', { Password: PASSWORD }),
      app.delete(`/api/auth/sessions/${(await sessionsOf(user))[0]!.id}`),
      app.post('/api/tenants', { Name: 'Evil' }),
      app.post(`${tenant}/api-keys`, { Name: 'k', Scopes: ['emails:send'] }),
      app.post(`${tenant}/invitations`, { Email: 'app@evil.example', Role: 'owner' }),
      app.delete(`${tenant}/members/${user.id}`),
      app.post('/api/invitations/accept', { Token: 'x' }),
    ];
    for (const { status, body } of await Promise.all(refused)) {
      expect([status, body.Error?.Code]).toEqual([403, 'PermissionDenied']);
    }
    const own = (await dashboardTokens(identity, user)).tokens.access_token;
    const renamed = await stack.anonymous.patch('/api/auth/me', { Name: 'Ana' }, { authorization: `Bearer ${own}` });
    expect(renamed.status).toBe(200);
  });

  it('keeps only its offline access when the user signs out', async () => {
    const user = await identity.createOwner();
    const kept = await consented(user, 'openid service offline_access', { prompt: 'consent' });
    const ended = await consented(user, 'openid service');
    for (const { browser } of [kept, ended]) {
      const page = await browser.get('/oauth/logout');
      await browser.submit(page, '/confirm', { logout: 'yes' });
    }
    expect([await me(kept.tokens.access_token), await me(ended.tokens.access_token)]).toEqual([200, 401]);
    const fresh = await refreshTokenGrant(kept.app, kept.tokens.refresh_token!);
    expect(await me(fresh.access_token)).toBe(200);
  });

  it('gets access_denied when the user does not consent', async () => {
    const user = await identity.createOwner();
    const app = await appOf(identity, SERVER_APP.id, SERVER_APP.secret);
    const signIn = new AppSignIn(app, SERVER_CALLBACK, 'openid');
    const browser = new FormBrowser(identity.url);
    const page = await enterPassword(browser, await browser.get(await signIn.url()), user);
    const { redirectedTo } = await browser.submit(page, '/cancel');
    expect(redirectedTo?.searchParams.get('error')).toBe('access_denied');
    await expect(signIn.tokens(redirectedTo!)).rejects.toMatchObject({ error: 'access_denied' });
    expect(redirectedTo?.searchParams.get('iss')).toBe(identity.url);
  });

  it('cannot introspect tokens without its secret', async () => {
    const { tokens } = await consented(await identity.createOwner(), 'openid service');
    const impostor = await appOf(identity, SERVER_APP.id, 'another-secret-that-is-long-enough-as-well');
    await expect(tokenIntrospection(impostor, tokens.access_token)).rejects.toMatchObject({ status: 401 });
    const other = await appOf(identity, NATIVE_APP.id);
    expect(await tokenIntrospection(other, tokens.access_token)).toEqual({ active: false });
    await tokenRevocation(other, tokens.access_token);
    expect(await me(tokens.access_token)).toBe(200);
  });
});

describe('an app that is installed', () => {
  it('may use any port in its callback, and no other path', async () => {
    const user = await identity.createOwner();
    const app = await appOf(identity, NATIVE_APP.id);
    const signIn = new AppSignIn(app, 'http://127.0.0.1:49152/callback', 'openid service');
    const browser = new FormBrowser(identity.url);
    const page = await enterPassword(browser, await browser.get(await signIn.url()), user);
    const { redirectedTo } = await browser.submit(page, '/consent');
    const tokens = await signIn.tokens(redirectedTo!);
    expect(await me(tokens.access_token)).toBe(200);
    const elsewhere = await browser.get(await signIn.url({ redirect_uri: 'http://127.0.0.1:49152/other' }));
    expect([elsewhere.status, elsewhere.redirectedTo]).toEqual([400, undefined]);
  });
});

describe('what is issued', () => {
  it('names its kind, so that none is taken for another', async () => {
    const { tokens } = await dashboardTokens(identity, await identity.createOwner());
    expect(decodeProtectedHeader(tokens.access_token)).toMatchObject({ alg: 'RS256', typ: 'at+jwt' });
    expect(decodeJwt(tokens.access_token)).toMatchObject({ aud: 'service', client_id: 'dashboard', iss: identity.url });
    expect(await me(tokens.id_token!)).toBe(401);
    expect(await me(tokens.refresh_token!)).toBe(401);
    expect(CALLBACK).toContain(DASHBOARD_URL);
  });

  it('is stored hashed and sealed', async () => {
    const { tokens } = await dashboardTokens(identity, await identity.createOwner());
    const [dump] = await identity.sql<{ text: string }>(
      `select string_agg(oidc_artifact::text, ' ') as text from oidc_artifact`,
    );
    const id = String(decodeJwt(tokens.access_token).jti);
    for (const secret of [tokens.refresh_token!, id, 'dashboard']) expect(dump?.text).not.toContain(secret);
  });
});
