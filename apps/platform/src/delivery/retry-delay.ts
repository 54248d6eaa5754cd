import { createHash } from 'node:crypto';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Short at first, since most deferrals are short; then longer, as RFC 5321 (4.5.4.1) requires. */
const DELAYS = [5 * SECOND, 15 * SECOND, 30 * SECOND, MINUTE, 2 * MINUTE, 5 * MINUTE, 15 * MINUTE, 30 * MINUTE, HOUR];
const LONGEST = 4 * HOUR;

/** A message that is still deferred after this has failed. */
export const FAIL_AFTER_MS = 48 * HOUR;

/**
 * How long to wait (milliseconds) after an attempt, counted from 1. It varies between tenants, so that their retries
 * spread. It is the same for all messages of a tenant, so that they keep their order.
 */
export function retryDelay(attempt: number, tenantId: string): number {
  return Math.round((DELAYS[attempt - 1] ?? LONGEST) * (0.9 + spread(tenantId) * 0.2));
}

/** Number from 0 to 1, always the same for a tenant. */
function spread(tenantId: string): number {
  return createHash('sha256').update(tenantId).digest().readUInt16BE() / 0xffff;
}
