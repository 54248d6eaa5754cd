import { describe, expect, it } from 'vitest';
import { PeerLimits } from './peer-limits.js';

describe('what one peer may do', () => {
  it('is twenty connections at a time, and another when one has gone', () => {
    const limits = new PeerLimits();
    for (let n = 0; n < 20; n += 1) limits.entered('192.0.2.1');
    expect(limits.mayStay('192.0.2.1')).toBe(true);
    limits.entered('192.0.2.1');
    expect(limits.mayStay('192.0.2.1')).toBe(false);
    expect(limits.mayStay('192.0.2.2')).toBe(true);
    limits.left('192.0.2.1');
    expect(limits.mayStay('192.0.2.1')).toBe(true);
  });

  it('ends for a minute after a hundred wrong recipients', () => {
    let now = 0;
    const limits = new PeerLimits(() => now);
    for (let n = 0; n < 100; n += 1) limits.misnamed('192.0.2.1');
    expect(limits.mayName('192.0.2.1')).toBe(false);
    expect(limits.mayName('192.0.2.2')).toBe(true);
    now = 60_000;
    expect(limits.mayName('192.0.2.1')).toBe(true);
  });

  it('is bounded in recipients a minute', () => {
    const limits = new PeerLimits(() => 0);
    const named = Array.from({ length: 6_001 }, () => limits.mayName('192.0.2.1'));
    expect(named.filter(Boolean)).toHaveLength(6_000);
  });
});
