import type { DomainClaim } from './domain-claim.js';

const HOUR_MS = 3_600_000;
const CHECK_EVERY_MS = 6 * HOUR_MS;
/** Interval of checks while something is awaited or missing. */
const CHECK_SOON_MS = HOUR_MS;

/** How long the records of a verified domain may be missing before its tenant may lose it (milliseconds). */
export const MISSING_GRACE_MS = 72 * HOUR_MS;

export type Standing = Pick<DomainClaim, 'verifiedAt' | 'missingSince'>;

/**
 * Decides whether a domain is verified after a check at `now`. A verified one stays so without its records.
 * @param graceMs how long it stays so; for ever if absent
 */
export function standingAfter(
  { verifiedAt, missingSince }: Standing,
  isProven: boolean,
  now: Date,
  graceMs = Infinity,
): Standing {
  if (isProven) return { verifiedAt: verifiedAt ?? now, missingSince: null };
  if (!verifiedAt) return { verifiedAt: null, missingSince: null };
  const since = missingSince ?? now;
  const isOver = now.getTime() - since.getTime() >= graceMs;
  return isOver ? { verifiedAt: null, missingSince: null } : { verifiedAt, missingSince: since };
}

/** @param isComplete whether all was found, and nothing is awaited */
export const nextCheckAfter = (now: Date, isComplete: boolean): Date =>
  new Date(now.getTime() + (isComplete ? CHECK_EVERY_MS : CHECK_SOON_MS));
