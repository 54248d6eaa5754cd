import { type ClaimedDomain, MISSING_GRACE_MS } from './claimed-domain.js';
import type { KeyedDomain, PublishedKey } from './keys/published-key.js';
import { dkimRecordId, OWNERSHIP_ID } from './records/expected-record.js';
import type { RecordChecks } from './records/record-status.js';

const HOUR_MS = 3_600_000;
const CHECK_EVERY_MS = 6 * HOUR_MS;
/** Interval of checks when a record is missing or a key is pending. */
const CHECK_SOON_MS = HOUR_MS;

/** Changes that a check makes to a domain. */
export interface Verdict {
  verifiedAt: Date | null;
  missingSince: Date | null;
  nextCheckAt: Date;
  /** Selectors of keys that sign from now on. */
  activated: string[];
  /** Selectors of keys that do not any more, each replaced by one that does. */
  retired: string[];
}

/**
 * Decides from the records found at `now`. Verification requires the ownership record and the record of one key. A
 * verified domain stays so while it lacks them, for 72 hours; a key is replaced once its successor is found.
 */
export function verdictOf(domain: KeyedDomain, found: RecordChecks, now: Date): Verdict {
  const isPublished = ({ selector }: PublishedKey) => found[dkimRecordId(selector)] === 'found';
  const isProven = found[OWNERSHIP_ID] === 'found' && domain.keys.some((key) => mayProve(key) && isPublished(key));
  const activated = domain.keys.filter((key) => key.state === 'pending' && isPublished(key));
  const replaced = new Set(activated.map(({ algorithm }) => algorithm));
  const retired = domain.keys.filter((key) => key.state === 'active' && replaced.has(key.algorithm));
  const awaited = domain.keys.some((key) => key.state === 'pending' && !isPublished(key));
  return {
    ...standing(domain, isProven, now),
    nextCheckAt: new Date(now.getTime() + (isProven && !awaited ? CHECK_EVERY_MS : CHECK_SOON_MS)),
    activated: activated.map(({ selector }) => selector),
    retired: retired.map(({ selector }) => selector),
  };
}

function standing({ verifiedAt, missingSince }: ClaimedDomain, isProven: boolean, now: Date) {
  if (isProven) return { verifiedAt: verifiedAt ?? now, missingSince: null };
  if (!verifiedAt) return { verifiedAt: null, missingSince: null };
  const since = missingSince ?? now;
  const isOver = now.getTime() - since.getTime() >= MISSING_GRACE_MS;
  return isOver ? { verifiedAt: null, missingSince: null } : { verifiedAt, missingSince: since };
}

function mayProve({ state }: PublishedKey): boolean {
  return state !== 'retiring';
}
