import { setTimeout as delay } from 'node:timers/promises';
import { ApiError, ConnectionError, TimeoutError } from './errors.js';

/** The longest wait that is kept; who must wait for longer is told how long (ms). */
const LONGEST_WAIT = 60_000;
const FIRST_WAIT = 500;
const LONGEST_BACKOFF = 8_000;

const PASSING = new Set([502, 503, 504]);
/** Errors of a connection that was never made: nothing has been sent. */
const NOTHING_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

/**
 * How long to wait before a failed call is made again (ms); undefined for never.
 * @param isRepeatable whether a second execution would change nothing
 * @param attempt how many have failed before, from 0
 */
export function waitBefore(error: unknown, isRepeatable: boolean, attempt: number): number | undefined {
  if (!mayRepeat(error, isRepeatable)) return undefined;
  const asked = error instanceof ApiError ? error.retryAfter : undefined;
  if (asked === undefined) return backoff(attempt);
  return asked * 1000 <= LONGEST_WAIT ? asked * 1000 : undefined;
}

/** Waits, unless the signal of the caller ends it. */
export async function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await delay(ms, undefined, { signal }).catch((error: unknown) => {
    signal?.throwIfAborted();
    throw error;
  });
}

function mayRepeat(error: unknown, isRepeatable: boolean): boolean {
  // Refused before anything was done.
  if (error instanceof ApiError && error.status === 429) return true;
  if (error instanceof ApiError) return isRepeatable && PASSING.has(error.status);
  if (error instanceof ConnectionError) return isRepeatable || NOTHING_SENT.has(codeOf(error.cause));
  return error instanceof TimeoutError && isRepeatable;
}

/** Twice as long each time, and between half and all of it, so that clients do not come back together. */
function backoff(attempt: number): number {
  const whole = Math.min(LONGEST_BACKOFF, FIRST_WAIT * 2 ** attempt);
  return whole / 2 + (Math.random() * whole) / 2;
}

/** The code of the system, which `fetch` wraps. */
function codeOf(error: unknown): string {
  const { code, cause } = (error ?? {}) as { code?: string; cause?: unknown };
  return code ?? (cause ? codeOf(cause) : '');
}
