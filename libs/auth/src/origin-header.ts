import { currentRequest } from '#libs/http';
import { ACTOR_KINDS, currentOrigin, type Actor, type Origin } from './origin.js';

/** Travels between the apps beside the service credential, and is believed because of it. */
export const ORIGIN_HEADER = 'x-on-behalf-of';

const TEXT_MAX = 400;
const HEADER_MAX = 4_000;

/** The origin of the running request, for the app that is asked next; undefined for work that no request started. */
export function writeOrigin(): string | undefined {
  if (!currentRequest()) return undefined;
  const { actor, ip, userAgent } = currentOrigin();
  if (actor.kind === 'system') return undefined;
  const origin: Origin = { actor, ip, userAgent: userAgent && userAgent.slice(0, TEXT_MAX) };
  return Buffer.from(JSON.stringify(origin)).toString('base64url');
}

/** What the header says; undefined when it is not there, or says nothing that can be understood. */
export function readOrigin(header: string | undefined): Origin | undefined {
  if (!header || header.length > HEADER_MAX) return undefined;
  try {
    const { actor, ip, userAgent } = JSON.parse(Buffer.from(header, 'base64url').toString()) as Partial<Origin>;
    return actor && isActor(actor) ? { actor, ip: textOf(ip), userAgent: textOf(userAgent) } : undefined;
  } catch {
    return undefined;
  }
}

function isActor({ kind, id, sessionId }: Actor): boolean {
  return ACTOR_KINDS.includes(kind) && [id, sessionId].every((one) => one === null || typeof one === 'string');
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value.slice(0, TEXT_MAX) : null);
