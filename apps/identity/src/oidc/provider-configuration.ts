import type { Client, Configuration, KoaContextWithOIDC, Session } from 'oidc-provider';
import { SESSION_ALGORITHM } from '#libs/core/auth';
import { LANGUAGES } from '#libs/core/html';
import type { SigningKey } from '../signing-keys/signing-key-ring.js';
import { AUTH_METHODS, OIDC_SCOPES } from '../oidc-clients/client-list.js';
import { describeDevice } from './device/device-info.js';
import { errorPage, signedOutPage, signOutPage } from './pages/message-pages.js';
import { PATHS, signInPath } from './paths.js';
import type { Bound } from './provider-models.js';

type DevicePageSources = Pick<
  NonNullable<NonNullable<Configuration['features']>['deviceFlow']>,
  'userCodeInputSource' | 'userCodeConfirmSource' | 'successSource'
>;

const MINUTE = 60;
const CODE_SECONDS = 60;
const ID_TOKEN_SECONDS = 10 * MINUTE;
/** How long a code that a program shows can be entered. */
const DEVICE_CODE_SECONDS = 10 * MINUTE;
/** Longest time from the first page of a sign-in to the last. */
const INTERACTION_SECONDS = 30 * MINUTE;
/** Lifetime of the session of a browser without a signed-in user. */
const ANONYMOUS_SECONDS = 60 * MINUTE;

/**
 * The claims by scope. The time and method of the sign-in come with `openid`. `sid` is for a kind of logout that is not
 * offered; the library has it by default.
 */
const CLAIMS = {
  openid: ['sub', 'auth_time', 'amr'],
  profile: ['name'],
  email: ['email', 'email_verified'],
  sid: [],
};

/** Values that the configuration takes from other parts of identity. */
export interface ProviderParts {
  issuer: string;
  accessTokenMinutes: number;
  keys: readonly SigningKey[];
  cookieKey: string;
  adapter: Configuration['adapter'];
  clients: Configuration['clients'];
  findAccount: Configuration['findAccount'];
  loadExistingGrant: Configuration['loadExistingGrant'];
  isOwn(clientId: string): boolean;
  /** True if users sign in to the app by a code that it shows. */
  isByCode(clientId: string): boolean;
  devicePages: DevicePageSources;
}

/** OAuth 2.1 and OpenID Connect as we offer them: the code flow with PKCE, the device flow of our own command line, rotated
 * refresh tokens, nothing else. */
export function providerConfiguration(parts: ProviderParts): Configuration {
  return {
    adapter: parts.adapter,
    clients: parts.clients,
    findAccount: parts.findAccount,
    loadExistingGrant: parts.loadExistingGrant,
    jwks: {
      keys: parts.keys.map(({ kid, privateJwk }) => ({ ...privateJwk, kid, alg: SESSION_ALGORITHM, use: 'sig' })),
    },
    routes: PATHS,
    scopes: OIDC_SCOPES,
    claims: CLAIMS,
    clientAuthMethods: [...AUTH_METHODS, 'none'],
    responseTypes: ['code'],
    pkce: { required: () => true },
    allowOmittingSingleRegisteredRedirectUri: false,
    rotateRefreshToken: true,
    issueRefreshToken: (_ctx, client, source) =>
      client.grantTypeAllowed('refresh_token') && (parts.isOwn(client.clientId) || source.scopes.has('offline_access')),
    expiresWithSession: (_ctx, source) =>
      !source.scopes.has('offline_access') && !parts.isByCode(source.clientId ?? ''),
    interactions: { url: (_ctx, { uid }) => signInPath(uid) },
    clientBasedCORS: (_ctx, origin, client) => (client.redirectUris ?? []).some((uri) => originOf(uri) === origin),
    ttl: timesToLive(parts.accessTokenMinutes),
    cookies: cookiesOf(parts),
    discovery: { ui_locales_supported: LANGUAGES },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      resourceIndicators: { enabled: false },
      userinfo: { enabled: true },
      revocation: { enabled: true, allowedPolicy: isOwnToken },
      introspection: { enabled: true, allowedPolicy: mayIntrospect },
      deviceFlow: {
        enabled: true,
        charset: 'base-20',
        mask: '****-****',
        deviceInfo: describeDevice,
        ...parts.devicePages,
      },
      rpInitiatedLogout: { enabled: true, logoutSource: signOutPage, postLogoutSuccessSource: signedOutPage },
    },
    renderError: errorPage,
  };
}

function isOwnToken(_ctx: KoaContextWithOIDC, client: Client, token: { clientId?: string }): boolean {
  return token.clientId === client.clientId;
}

/** A public client does not authenticate, so it may introspect only its own tokens. */
function mayIntrospect(_ctx: KoaContextWithOIDC, client: Client, token: { clientId?: string }): boolean {
  return client.clientAuthMethod !== 'none' || token.clientId === client.clientId;
}

/** Nothing outlives the session that it was issued under. */
function timesToLive(accessTokenMinutes: number): Configuration['ttl'] {
  return {
    AccessToken: (ctx) => Math.min(accessTokenMinutes * MINUTE, restOf(ctx.oidc.entities.Grant as Bound | undefined)),
    AuthorizationCode: CODE_SECONDS,
    DeviceCode: DEVICE_CODE_SECONDS,
    IdToken: ID_TOKEN_SECONDS,
    RefreshToken: (ctx) => restOf(ctx.oidc.entities.Grant as Bound | undefined),
    Grant: (_ctx, grant) => restOf(grant as Bound),
    Interaction: INTERACTION_SECONDS,
    Session: (_ctx, session) => restOf(session as Session & Bound),
  };
}

/** Seconds until the session of a grant expires. */
function restOf(bound: Bound | undefined): number {
  if (!bound?.serviceSession) return ANONYMOUS_SECONDS;
  return Math.max(1, bound.serviceSession.endsAt - Math.floor(Date.now() / 1_000));
}

function cookiesOf({ issuer, cookieKey }: ProviderParts): Configuration['cookies'] {
  const options = { httpOnly: true, sameSite: 'lax', secure: issuer.startsWith('https:'), signed: true } as const;
  return {
    names: { session: 'service_sign_in', interaction: 'service_interaction', resume: 'service_interaction_resume' },
    long: options,
    short: options,
    keys: [cookieKey],
  };
}

function originOf(uri: string): string | undefined {
  return URL.canParse(uri) ? new URL(uri).origin : undefined;
}
