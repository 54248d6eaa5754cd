import { currentRequest } from '#libs/core/http';
import { ACTOR_KINDS, currentOrigin, type Actor, type RequestOrigin } from './origin.js';

/** Sent between the apps, trusted only together with the service credential. */
export const ORIGIN_HEADER = 'x-on-behalf-of';

const TEXT_MAX = 400;
const HEADER_MAX = 4_000;

/** The origin of the current request as a header for another app; undefined outside a request. */
export function writeOrigin(): string | undefined {
  if (!currentRequest()) return undefined;
  const { actor, ip, userAgent } = currentOrigin();
  if (actor.kind === 'system') return undefined;
  const origin: RequestOrigin = { actor, ip, userAgent: userAgent && userAgent.slice(0, TEXT_MAX) };
  return Buffer.from(JSON.stringify(origin)).toString('base64url');
}

/** The origin in the header; undefined if it is absent or invalid. */
export function readOrigin(header: string | undefined): RequestOrigin | undefined {
  if (!header || header.length > HEADER_MAX) return undefined;
  try {
    const { actor, ip, userAgent } = JSON.parse(Buffer.from(header, 'base64url').toString()) as Partial<RequestOrigin>;
    return actor && isActor(actor) ? { actor, ip: textOf(ip), userAgent: textOf(userAgent) } : undefined;
  } catch {
    return undefined;
  }
}

function isActor({ kind, id, sessionId }: Actor): boolean {
  return ACTOR_KINDS.includes(kind) && [id, sessionId].every((one) => one === null || typeof one === 'string');
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value.slice(0, TEXT_MAX) : null);
