import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientSecretBasic,
  discovery,
  None,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  type Configuration,
} from 'openid-client';
import { FormBrowser, type Visit } from './form-browser.js';
import { DASHBOARD_URL, PASSWORD, type IdentityStack, type TestUser } from './identity-stack.js';

export const CALLBACK = `${DASHBOARD_URL}/auth/callback`;

/** Apps other than the dashboard: one with a server, one that a user installs. */
export const SERVER_APP = { id: 'notes', secret: 'the-secret-of-notes-is-long-enough' };
export const SERVER_CALLBACK = 'https://notes.example.test/callback';
export const NATIVE_APP = { id: 'notes-cli' };
export const NATIVE_CALLBACK = 'http://127.0.0.1/callback';

export const OIDC_CLIENTS = JSON.stringify([
  {
    client_id: SERVER_APP.id,
    client_name: 'Notes & <Friends>',
    client_secret: SERVER_APP.secret,
    redirect_uris: [SERVER_CALLBACK],
    post_logout_redirect_uris: ['https://notes.example.test/bye'],
    scope: 'openid profile email offline_access service',
  },
  {
    client_id: NATIVE_APP.id,
    client_name: 'Notes on the command line',
    application_type: 'native',
    redirect_uris: [NATIVE_CALLBACK],
    scope: 'openid email offline_access service',
  },
]);

/** The configuration of an app for openid-client. */
export function appOf(identity: IdentityStack, id = 'dashboard', secret?: string): Promise<Configuration> {
  const authentication = secret === undefined ? None() : ClientSecretBasic(secret);
  return discovery(new URL(identity.url), id, undefined, authentication, { execute: [allowInsecureRequests] });
}

/** One sign-in, on the side of the app. */
export class AppSignIn {
  readonly verifier = randomPKCECodeVerifier();
  readonly state = randomState();
  readonly nonce = randomNonce();

  constructor(
    readonly app: Configuration,
    readonly callback = CALLBACK,
    readonly scope = 'openid profile email',
  ) {}

  async url(parameters: Record<string, string> = {}): Promise<string> {
    return buildAuthorizationUrl(this.app, {
      redirect_uri: this.callback,
      scope: this.scope,
      state: this.state,
      nonce: this.nonce,
      code_challenge: await calculatePKCECodeChallenge(this.verifier),
      code_challenge_method: 'S256',
      ...parameters,
    }).href;
  }

  /** Exchanges the code in the redirect for tokens. */
  tokens(redirect: URL) {
    return authorizationCodeGrant(this.app, redirect, {
      pkceCodeVerifier: this.verifier,
      expectedState: this.state,
      expectedNonce: this.nonce,
      idTokenExpected: true,
    });
  }
}

/** Submits the password page; returns the next page or the redirect to the app. */
export async function enterPassword(browser: FormBrowser, page: Visit, { email }: TestUser): Promise<Visit> {
  return browser.submit(page, '/password', { email, password: PASSWORD });
}

/** Signs a user in to the dashboard in a new browser; returns the tokens. */
export async function dashboardTokens(identity: IdentityStack, user: TestUser, scope?: string) {
  const app = await appOf(identity);
  const signIn = new AppSignIn(app, CALLBACK, scope);
  const browser = new FormBrowser(identity.url);
  const { redirectedTo } = await enterPassword(browser, await browser.get(await signIn.url()), user);
  if (!redirectedTo) throw new Error('The sign-in did not lead back to the app');
  return { app, browser, signIn, back: redirectedTo, tokens: await signIn.tokens(redirectedTo) };
}
