import { ContextSlot, Problem } from '#libs/core/http';
import type { Id, TenantId } from '#libs/core/persistence';
import type { RequestOrigin } from './origin.js';
import type { Membership, Role, SupportView, TenantView } from '../credentials/views.js';

/** A client with an API key. */
export interface KeyPrincipal {
  kind: 'key';
  keyId: Id<'key'>;
  scopes: readonly string[];
  environment: 'live' | 'test';
  tenant: TenantView;
}

/** A user with a session, in the tenant of the request if the route has one. */
export interface SessionPrincipal {
  kind: 'session';
  sessionId: string;
  userId: Id<'usr'>;
  email: string;
  operator: boolean;
  /** Whether an e-mail address of the user is verified. */
  verified: boolean;
  secondFactor: boolean;
  memberships: readonly Membership[];
  tenant?: TenantView;
  role?: Role;
  /** Set on the routes of platform operators. */
  asOperator?: boolean;
  /** Set in an operator's support session. */
  support?: SupportView;
  /** The token, for calls to identity on the user's behalf. */
  token: string;
}

/** Another app of the product. */
export interface ServicePrincipal {
  kind: 'service';
  /** The origin of the request that the calling app serves. */
  onBehalfOf?: RequestOrigin;
}

export type Principal = KeyPrincipal | SessionPrincipal | ServicePrincipal;

const slot = new ContextSlot<Principal>('principal');

export function setPrincipal(principal: Principal): void {
  slot.set(principal);
}

/** The principal of the current request; undefined on a public route. */
export function currentPrincipal(): Principal | undefined {
  return slot.get();
}

/** The key of the current request. @throws Error on a route that does not declare `@ApiKey` */
export function currentKey(): KeyPrincipal {
  return ofKind('key');
}

/** The session of the current request. @throws Error on a route that does not declare `@Session` or `@Operator` */
export function currentSession(): SessionPrincipal {
  return ofKind('session');
}

/** The session of the current request; undefined for a key, on routes that take either. */
export function currentSessionIfAny(): SessionPrincipal | undefined {
  const principal = currentPrincipal();
  return principal?.kind === 'session' ? principal : undefined;
}

/** The tenant of the current request, from its key or session. @throws Problem NoTenant */
export function currentTenant(): TenantView {
  const principal = currentPrincipal();
  const tenant = principal && principal.kind !== 'service' ? principal.tenant : undefined;
  if (!tenant) throw new Problem('NoTenant');
  return tenant;
}

export function currentTenantId(): TenantId {
  return currentTenant().id;
}

function ofKind<K extends Principal['kind']>(kind: K): Extract<Principal, { kind: K }> {
  const principal = currentPrincipal();
  if (principal?.kind !== kind) throw new Error(`The route expects a ${kind} and declares another access`);
  return principal as Extract<Principal, { kind: K }>;
}
