import { ContextSlot, Problem } from '#libs/http';
import type { Id, TenantId } from '#libs/persistence';
import type { Origin } from './origin.js';
import type { Membership, Role, SupportView, TenantView } from './views.js';

/** A program with an API key. */
export interface KeyPrincipal {
  kind: 'key';
  keyId: Id<'key'>;
  scopes: readonly string[];
  environment: 'live' | 'test';
  tenant: TenantView;
}

/** A person with a session, in the tenant of the request if the route has one. */
export interface SessionPrincipal {
  kind: 'session';
  sessionId: string;
  userId: Id<'usr'>;
  email: string;
  operator: boolean;
  memberships: readonly Membership[];
  tenant?: TenantView;
  role?: Role;
  /** Set on the routes of platform operators: the person acts as one. */
  asOperator?: boolean;
  /** Set when the session is an operator's look into a tenant: it reads, and is nobody's login. */
  support?: SupportView;
  /** The token itself, for calls to identity on the person's behalf. */
  token: string;
}

/** Another app of the product. */
export interface ServicePrincipal {
  kind: 'service';
  /** Who asked the app that asks, as far as it said. */
  onBehalfOf?: Origin;
}

export type Principal = KeyPrincipal | SessionPrincipal | ServicePrincipal;

const slot = new ContextSlot<Principal>('principal');

export function setPrincipal(principal: Principal): void {
  slot.set(principal);
}

/** Who makes the present request; undefined on a public route. */
export function currentPrincipal(): Principal | undefined {
  return slot.get();
}

/** The key of the present request. @throws Error on a route that keys cannot enter, which is a fault of the route */
export function currentKey(): KeyPrincipal {
  return ofKind('key');
}

/** The session of the present request. @throws Error on a route that sessions cannot enter */
export function currentSession(): SessionPrincipal {
  return ofKind('session');
}

/** The tenant of the present request, from its key or its session. */
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
