import { describe, expect, it } from 'vitest';
import type { KeyedDomain, KeyState, PublishedKey } from './keys/published-key.js';
import type { RecordChecks } from './records/record-status.js';
import { verdictOf } from './verdict.js';

const HOUR = 3_600_000;
const now = new Date('2026-08-28T12:00:00Z');
const ago = (hours: number) => new Date(now.getTime() - hours * HOUR);

function key(selector: string, state: KeyState, algorithm: PublishedKey['algorithm'] = 'rsa-2048'): PublishedKey {
  return { selector, algorithm, publicKey: '', state, createdAt: now, retiredAt: state === 'retiring' ? now : null };
}

function domain(changes: Partial<KeyedDomain>): KeyedDomain {
  return {
    tenantId: 'acc_0000000000000001',
    id: '',
    name: 'x.test',
    ownershipToken: '',
    createdAt: now,
    verifiedAt: null,
    lastCheckedAt: null,
    missingSince: null,
    nextCheckAt: now,
    recordChecks: {},
    keys: [key('one', 'pending')],
    ...changes,
  };
}

const proven: RecordChecks = { ownership: 'found', 'dkim:one': 'found' };

describe('what follows from a check', () => {
  it('verifies by the ownership record and one key', () => {
    const keys = [key('one', 'pending'), key('two', 'pending', 'ed25519')];
    const verdict = verdictOf(domain({ keys }), { ...proven, 'dkim:two': 'missing' }, now);
    expect(verdict).toMatchObject({ verifiedAt: now, missingSince: null, activated: ['one'], retired: [] });
    expect(verdict.nextCheckAt).toEqual(new Date(now.getTime() + HOUR));
  });

  it.each<RecordChecks>([
    { ownership: 'missing', 'dkim:one': 'found' },
    { ownership: 'mismatch', 'dkim:one': 'found' },
    { ownership: 'found', 'dkim:one': 'mismatch' },
    { ownership: 'found' },
  ])('does not verify by %j', (found) => {
    expect(verdictOf(domain({}), found, now)).toMatchObject({ verifiedAt: null, missingSince: null });
  });

  it('does not verify by a retiring key', () => {
    expect(verdictOf(domain({ keys: [key('one', 'retiring')] }), proven, now).verifiedAt).toBeNull();
  });

  it('keeps the time of the first verification', () => {
    const verified = domain({ verifiedAt: ago(100), missingSince: ago(71), keys: [key('one', 'active')] });
    const verdict = verdictOf(verified, proven, now);
    expect(verdict).toMatchObject({ verifiedAt: ago(100), missingSince: null, activated: [], retired: [] });
    expect(verdict.nextCheckAt).toEqual(new Date(now.getTime() + 6 * HOUR));
  });

  it('leaves a verified domain 72 hours without its records', () => {
    const lacking = (missingSince: Date | null) =>
      verdictOf(domain({ verifiedAt: ago(100), missingSince, keys: [key('one', 'active')] }), {}, now);
    expect(lacking(null)).toMatchObject({ verifiedAt: ago(100), missingSince: now });
    expect(lacking(ago(71.9))).toMatchObject({ verifiedAt: ago(100), missingSince: ago(71.9) });
    expect(lacking(ago(72))).toMatchObject({ verifiedAt: null, missingSince: null });
  });

  it('replaces a key by the one of its type whose record was found, and no other', () => {
    const keys = [
      key('rsa-old', 'active'),
      key('ed-old', 'active', 'ed25519'),
      key('rsa-new', 'pending'),
      key('ed-new', 'pending', 'ed25519'),
    ];
    const found: RecordChecks = { ownership: 'found', 'dkim:rsa-new': 'found', 'dkim:ed-new': 'mismatch' };
    const verdict = verdictOf(domain({ keys, verifiedAt: ago(1) }), found, now);
    expect(verdict).toMatchObject({ activated: ['rsa-new'], retired: ['rsa-old'], verifiedAt: ago(1) });
  });
});
