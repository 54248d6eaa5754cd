import { describe, expect, it } from 'vitest';
import { PeerLimits } from './peer-limits.js';

describe('the limits of a peer', () => {
  it('are twenty connections at a time', () => {
    const limits = new PeerLimits();
    expect([0, 19, 20].map((open) => limits.allowsConnection('192.0.2.1', open))).toEqual([true, true, false]);
  });

  it('block the peer for a minute after a hundred rejected recipients', () => {
    let now = 0;
    const limits = new PeerLimits({}, () => now);
    for (let n = 0; n < 100; n += 1) limits.rejectedRecipient('192.0.2.1');
    expect([limits.allowsRecipient('192.0.2.1'), limits.allowsConnection('192.0.2.1', 0)]).toEqual([false, false]);
    expect(limits.allowsRecipient('192.0.2.2')).toBe(true);
    now = 60_000;
    expect([limits.allowsRecipient('192.0.2.1'), limits.allowsConnection('192.0.2.1', 0)]).toEqual([true, true]);
  });

  it('include recipients a minute', () => {
    const limits = new PeerLimits({}, () => 0);
    const named = Array.from({ length: 6_001 }, () => limits.allowsRecipient('192.0.2.1'));
    expect(named.filter(Boolean)).toHaveLength(6_000);
  });

  it('include bytes a minute, 50 MiB, of each peer by itself', () => {
    let now = 0;
    const limits = new PeerLimits({}, () => now);
    const mebibyte = 1_048_576;
    const sent = Array.from({ length: 51 }, () => limits.allowsBytes('192.0.2.1', mebibyte));
    expect(sent.filter(Boolean)).toHaveLength(50);
    expect([limits.allowsBytes('192.0.2.1', 0), limits.allowsBytes('192.0.2.2', mebibyte)]).toEqual([false, true]);
    now = 60_000;
    expect(limits.allowsBytes('192.0.2.1', mebibyte)).toBe(true);
  });
});
