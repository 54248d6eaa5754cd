import { MISSING_GRACE_MS, nextCheckAfter, type Standing, standingAfter } from '#libs/core/domain-claims';
import type { KeyedDomain, PublishedKey } from './keys/published-key.js';
import { dkimRecordId, OWNERSHIP_ID } from './records/expected-record.js';
import type { RecordChecks } from './records/record-status.js';

/** Changes that a check makes to a domain. */
export interface Verdict extends Standing {
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
    ...standingAfter(domain, isProven, now, MISSING_GRACE_MS),
    nextCheckAt: nextCheckAfter(now, isProven && !awaited),
    activated: activated.map(({ selector }) => selector),
    retired: retired.map(({ selector }) => selector),
  };
}

function mayProve({ state }: PublishedKey): boolean {
  return state !== 'retiring';
}
