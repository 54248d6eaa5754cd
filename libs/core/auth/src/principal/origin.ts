import { currentRequest } from '#libs/core/http';
import { currentPrincipal, type Principal } from './principal.js';

/**
 * Kinds of actors: a user, a platform operator on an operator's route, an operator in a support session, an API key,
 * another app on its own behalf, a request without a credential, and work without a request.
 */
export const ACTOR_KINDS = ['user', 'operator', 'support', 'key', 'service', 'anonymous', 'system'] as const;

export type ActorKind = (typeof ACTOR_KINDS)[number];

export interface Actor {
  kind: ActorKind;
  /** Id of the user or key; null for other kinds. */
  id: string | null;
  /** The session of the user or operator. */
  sessionId: string | null;
}

/** The actor and the client's address. */
export interface RequestOrigin {
  actor: Actor;
  ip: string | null;
  userAgent: string | null;
}

/** The origin of the current work; for a call by another app, the origin that this app passed on. */
export function currentOrigin(): RequestOrigin {
  const request = currentRequest();
  const principal = currentPrincipal();
  if (principal?.kind === 'service' && principal.onBehalfOf) return principal.onBehalfOf;
  const ip = request?.ip ?? null;
  const userAgent = request?.userAgent ?? null;
  return { actor: principal ? actorOf(principal) : unauthenticated(ip !== null), ip, userAgent };
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

const unauthenticated = (inRequest: boolean): Actor => ({
  kind: inRequest ? 'anonymous' : 'system',
  id: null,
  sessionId: null,
});
