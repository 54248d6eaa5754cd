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
import { DASHBOARD_URL, PASSWORD, type IdentityStack, type TestPerson } from './identity-stack.js';

export const CALLBACK = `${DASHBOARD_URL}/auth/callback`;

/** Apps beside the dashboard: one with a server, one that a person installs. */
export const SERVER_APP = { id: 'notes', secret: 'the-secret-of-notes-is-long-enough-for-everybody' };
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

/** An app as openid-client makes one. */
export function appOf(identity: IdentityStack, id = 'dashboard', secret?: string): Promise<Configuration> {
  const authentication = secret === undefined ? None() : ClientSecretBasic(secret);
  return discovery(new URL(identity.url), id, undefined, authentication, { execute: [allowInsecureRequests] });
}

/** One sign-in, from the side of the app. */
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

  /** The tokens for the code that the browser came back with. */
  tokens(back: URL) {
    return authorizationCodeGrant(this.app, back, {
      pkceCodeVerifier: this.verifier,
      expectedState: this.state,
      expectedNonce: this.nonce,
      idTokenExpected: true,
    });
  }
}

/** Signs a person in on the page of the password; gives the page that comes next, or the way back to the app. */
export async function enterPassword(browser: FormBrowser, page: Visit, { email }: TestPerson): Promise<Visit> {
  return browser.submit(page, '/password', { email, password: PASSWORD });
}

/** Tokens of the dashboard for a person, in a browser of their own. */
export async function dashboardTokens(identity: IdentityStack, person: TestPerson, scope?: string) {
  const app = await appOf(identity);
  const signIn = new AppSignIn(app, CALLBACK, scope);
  const browser = new FormBrowser(identity.url);
  const { away } = await enterPassword(browser, await browser.get(await signIn.url()), person);
  if (!away) throw new Error('The sign-in did not lead back to the app');
  return { app, browser, signIn, back: away, tokens: await signIn.tokens(away) };
}
