import { currentRequest } from '#libs/http';
import { currentPrincipal, type Principal } from './principal.js';

/**
 * In what capacity somebody acts: a person in a tenant or with their account, a platform operator on an operator's
 * route, an operator in a support session, a program with an API key, another app for its own ends, nobody known, or
 * work that no request started.
 */
export const ACTOR_KINDS = ['user', 'operator', 'support', 'key', 'service', 'anonymous', 'system'] as const;

export type ActorKind = (typeof ACTOR_KINDS)[number];

export interface Actor {
  kind: ActorKind;
  /** The user's or the key's id; null where there is none. */
  id: string | null;
  /** The session by which a person acts. */
  sessionId: string | null;
}

/** Who acts, and from where. */
export interface Origin {
  actor: Actor;
  ip: string | null;
  userAgent: string | null;
}

/** Of the running work; where another app asks on somebody's behalf, it is that somebody. */
export function currentOrigin(): Origin {
  const request = currentRequest();
  const principal = currentPrincipal();
  if (principal?.kind === 'service' && principal.onBehalfOf) return principal.onBehalfOf;
  const ip = request?.ip ?? null;
  const userAgent = request?.userAgent ?? null;
  return { actor: principal ? actorOf(principal) : nobody(ip !== null), ip, userAgent };
}

function actorOf(principal: Principal): Actor {
  switch (principal.kind) {
    case 'service':
      return { kind: 'service', id: null, sessionId: null };
    case 'key':
      return { kind: 'key', id: principal.keyId, sessionId: null };
    case 'session': {
      const kind = principal.support ? 'support' : principal.asOperator ? 'operator' : 'user';
      return { kind, id: principal.userId, sessionId: principal.sessionId };
    }
  }
}

const nobody = (byRequest: boolean): Actor => ({
  kind: byRequest ? 'anonymous' : 'system',
  id: null,
  sessionId: null,
});
