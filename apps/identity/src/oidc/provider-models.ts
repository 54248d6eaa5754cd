import { errors, type Provider } from 'oidc-provider';
import type { Id } from '#libs/core/persistence';
import type { SessionTokens } from '../sessions/session-tokens.js';
import type { AppSessions, SessionSpan } from './app-sessions.js';
import type { OidcClients } from '../oidc-clients/oidc-clients.js';

/** A model of the library that is bound to a session of ours. */
export interface Bound {
  serviceSession?: SessionSpan;
}

/** The session of ours that a model of the library is bound to. */
export const boundSession = (model: object | undefined): SessionSpan | undefined =>
  (model as Bound | undefined)?.serviceSession;

/** Endpoints whose parameter `token` arrives as the id of the token; see token-parameter.ts. */
const BY_ID = ['introspection', 'revocation'];

interface ModelClass {
  prototype: object;
  IN_PAYLOAD: string[];
}

interface IssuedToken {
  jti: string;
  accountId: string;
  clientId: string;
  grantId: string;
  scope?: string;
}

interface TokenClass {
  prototype: { getValueAndPayload(): Promise<{ value: string; payload: { exp: number } }> };
  find(value: string, options?: object): Promise<unknown>;
}

/**
 * Binds what the library issues to sessions of ours.
 *
 * - The browser's sign-in and each grant know their session. What is issued under a grant belongs to the grant's.
 * - Signing out ends the session, not only the browser's cookie.
 * - An access token goes out as a JWT that names the session, so that every app verifies it like any session token;
 *   the library itself supports no userinfo, introspection and revocation for JWTs.
 */
export function bindModels(
  provider: Provider,
  { sessions, tokens, clients }: { sessions: AppSessions; tokens: SessionTokens; clients: OidcClients },
): void {
  keepInPayload(provider.Session, 'serviceSession');
  keepInPayload(provider.Grant, 'serviceSession');
  endWithSignOut(provider.Session, sessions);
  issueJwts(provider, tokens, clients);
}

function keepInPayload(model: unknown, field: string): void {
  const known = (model as ModelClass).IN_PAYLOAD;
  Object.defineProperty(model, 'IN_PAYLOAD', { get: () => [...known, field] });
}

function endWithSignOut(model: unknown, sessions: AppSessions): void {
  const prototype = (model as ModelClass).prototype as { destroy(this: Bound): Promise<void> };
  const destroy = prototype.destroy;
  prototype.destroy = async function destroyWithSession(this: Bound) {
    if (this.serviceSession) await sessions.end([this.serviceSession.id]);
    await destroy.call(this);
  };
}

function issueJwts(provider: Provider, tokens: SessionTokens, clients: OidcClients): void {
  const model = provider.AccessToken as unknown as TokenClass;
  const { getValueAndPayload } = model.prototype;
  model.prototype.getValueAndPayload = async function asJwt(this: IssuedToken & TokenClass['prototype']) {
    const { payload } = await getValueAndPayload.call(this);
    const session = await sessionOf(provider, this.grantId);
    const scope = this.scope ?? '';
    const value = await tokens.issueAccess({
      userId: this.accountId as Id<'usr'>,
      sessionId: session.id,
      expiresAt: new Date(payload.exp * 1_000),
      tokenId: this.jti,
      clientId: this.clientId,
      scope,
      opensApps: clients.isOwn(this.clientId) || scope.split(' ').includes('service'),
    });
    return { value, payload };
  };
  const { find } = model;
  model.find = async function findByJwt(value: string, options?: object) {
    const id = byId(provider) ? value : (await tokens.read(value))?.tokenId;
    return id === undefined ? undefined : find.call(this, id, options);
  };
}

/** A grant that has ended meanwhile, by a replay say, issues nothing. */
async function sessionOf(provider: Provider, grantId: string): Promise<SessionSpan> {
  const session = boundSession(await provider.Grant.find(grantId));
  if (!session) throw new errors.InvalidGrant('the grant has ended');
  return session;
}

const byId = (provider: Provider): boolean => BY_ID.includes(routeOf(provider) ?? '');

/** The library's name of the route being served. */
export const routeOf = (provider: Provider): string | undefined =>
  (provider.constructor as typeof Provider).ctx?.oidc.route;
