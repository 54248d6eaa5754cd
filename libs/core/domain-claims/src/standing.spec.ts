import { describe, expect, it } from 'vitest';
import { MISSING_GRACE_MS, nextCheckAfter, standingAfter } from './standing.js';

const HOUR = 3_600_000;
const now = new Date('2026-08-28T12:00:00Z');
const ago = (hours: number) => new Date(now.getTime() - hours * HOUR);
const UNVERIFIED = { verifiedAt: null, missingSince: null };

describe('a domain after a check', () => {
  it('is verified once it is proven, and keeps the time of the first proof', () => {
    expect(standingAfter(UNVERIFIED, true, now)).toEqual({ verifiedAt: now, missingSince: null });
    const lacking = { verifiedAt: ago(9), missingSince: ago(3) };
    expect(standingAfter(lacking, true, now)).toEqual({ verifiedAt: ago(9), missingSince: null });
  });

  it('is not verified without a proof', () => {
    expect(standingAfter(UNVERIFIED, false, now)).toEqual(UNVERIFIED);
  });

  it('stays verified without its records for the time of grace', () => {
    const after = (missingSince: Date | null) =>
      standingAfter({ verifiedAt: ago(100), missingSince }, false, now, MISSING_GRACE_MS);
    expect(after(null)).toEqual({ verifiedAt: ago(100), missingSince: now });
    expect(after(ago(71.9))).toEqual({ verifiedAt: ago(100), missingSince: ago(71.9) });
    expect(after(ago(72))).toEqual(UNVERIFIED);
  });

  it('stays verified for ever where no grace is set', () => {
    const lacking = { verifiedAt: ago(9_000), missingSince: ago(8_000) };
    expect(standingAfter(lacking, false, now)).toEqual(lacking);
  });

  it('is checked again in six hours, or in one while something is missing', () => {
    expect(nextCheckAfter(now, true)).toEqual(ago(-6));
    expect(nextCheckAfter(now, false)).toEqual(ago(-1));
  });
});
