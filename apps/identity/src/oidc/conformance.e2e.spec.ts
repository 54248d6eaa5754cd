import { decodeJwt } from 'jose';
import { refreshTokenGrant, tokenIntrospection } from 'openid-client';
import { afterEach, describe, expect, it } from 'vitest';
import { codeOf, restartClock, stopClock } from '../../../../test/support/authenticator.js';
import { FormBrowser } from '../../../../test/support/form-browser.js';
import { DASHBOARD_URL, identityStack, PASSWORD } from '../../../../test/support/identity-stack.js';
import {
  appOf,
  AppSignIn,
  CALLBACK,
  dashboardTokens,
  enterPassword,
  OIDC_CLIENTS,
  SERVER_APP,
} from '../../../../test/support/openid.js';
import { useStack } from '../../../../test/support/use-stack.js';

const identity = useStack(() => identityStack({ environment: { OIDC_CLIENTS } }));

afterEach(restartClock);

/** The parameters of a request, as a form has them. */
const fieldsOf = (url: string): Record<string, string> => Object.fromEntries(new URL(url).searchParams);

describe('the discovery document', () => {
  it('lists the supported client metadata and claims', async () => {
    const { body } = await identity.anonymous.get('/.well-known/openid-configuration');
    expect(body).toMatchObject({
      issuer: identity.url,
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
      code_challenge_methods_supported: ['S256'],
      response_types_supported: ['code'],
    });
    expect(body).not.toHaveProperty('token_endpoint_auth_signing_alg_values_supported');
    const claims = ['sub', 'auth_time', 'amr', 'name', 'email', 'email_verified', 'iss'];
    expect([...body.claims_supported].sort()).toEqual(claims.sort());
  });
});

describe('an ID token', () => {
  it('states the time and the method of the sign-in', async () => {
    const before = Math.floor(Date.now() / 1_000);
    const { app, tokens } = await dashboardTokens(identity, await identity.createUser());
    const { auth_time, ...claims } = tokens.claims()!;
    expect(claims['amr']).toEqual(['pwd']);
    expect(auth_time).toBeGreaterThanOrEqual(before);
    const fresh = (await refreshTokenGrant(app, tokens.refresh_token!)).claims()!;
    expect(fresh).toMatchObject({ amr: ['pwd'], auth_time });
  });

  it('says that there was a second factor', async () => {
    const user = await identity.createUser();
    const ask = (what: string, body: object) =>
      identity.service.post(`/internal/users/${user.id}/two-factor/${what}`, body);
    stopClock();
    const { secret } = (await ask('setup', { password: PASSWORD })).body;
    const { recoveryCodes } = (await ask('confirm', { code: codeOf(secret) })).body;
    restartClock();

    const signIn = new AppSignIn(await appOf(identity));
    const browser = new FormBrowser(identity.url);
    const page = await enterPassword(browser, await browser.get(await signIn.url()), user);
    const { redirectedTo } = await browser.submit(page, '/code', { code: recoveryCodes[0] });
    expect((await signIn.tokens(redirectedTo!)).claims()!['amr']).toEqual(['pwd', 'otp', 'mfa']);
  });
});

describe('introspection', () => {
  it('says of a token that is none of ours that it is not active', async () => {
    const { tokens } = await dashboardTokens(identity, await identity.createUser());
    const app = await appOf(identity, SERVER_APP.id, SERVER_APP.secret);
    expect(await tokenIntrospection(app, tokens.access_token)).toMatchObject({ active: true });
    const [header, payload] = tokens.access_token.split('.');
    for (const token of [tokens.id_token!, `${header}.${payload}.AAAA`, 'a.b.c', 'a.', '.']) {
      expect(await tokenIntrospection(app, token)).toEqual({ active: false });
    }
  });
});

describe('a request by POST', () => {
  it('signs in like one by GET (OpenID Connect Core, 3.1.2.1)', async () => {
    const user = await identity.createUser();
    const signIn = new AppSignIn(await appOf(identity));
    const browser = new FormBrowser(identity.url);
    const page = await browser.post('/oauth/authorize', fieldsOf(await signIn.url()), {
      origin: 'https://app.example.test',
      'sec-fetch-site': 'cross-site',
    });
    const { redirectedTo } = await enterPassword(browser, page, user);
    expect(redirectedTo?.href.startsWith(CALLBACK)).toBe(true);
    expect(decodeJwt((await signIn.tokens(redirectedTo!)).access_token).sub).toBe(user.id);
  });

  it('signs out like one by GET, after asking (RP-Initiated Logout, 2)', async () => {
    const { browser, tokens } = await dashboardTokens(identity, await identity.createUser());
    const fields = { id_token_hint: tokens.id_token!, post_logout_redirect_uri: `${DASHBOARD_URL}/`, state: 'bye' };
    const page = await browser.post('/oauth/logout', fields);
    expect(page.html).toContain('Sign out?');
    const { redirectedTo } = await browser.submit(page, '/confirm', { logout: 'yes' });
    expect(redirectedTo?.href).toBe(`${DASHBOARD_URL}/?state=bye`);
  });

  it('goes nowhere but to the endpoint itself, and is a form', async () => {
    const answer = await identity.anonymous.send('POST', '/oauth/authorize', 'client_id=x&redirect_uri=//evil.test', {
      'content-type': 'application/x-www-form-urlencoded',
    });
    expect([answer.status, answer.headers['location']]).toEqual([
      303,
      '/oauth/authorize?client_id=x&redirect_uri=%2F%2Fevil.test',
    ]);
    const json = await identity.anonymous.send('POST', '/oauth/authorize', '{}', {
      'content-type': 'application/json',
    });
    expect([json.status, json.headers['location']]).toEqual([404, undefined]);
  });
});
