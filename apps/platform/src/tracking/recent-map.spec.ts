import { describe, expect, it } from 'vitest';
import { RecentMap } from './recent-map.js';

describe('a map of what is recent', () => {
  it('keeps what was added last, and forgets what is two generations old', () => {
    const map = new RecentMap<number>(3);
    for (let n = 0; n < 5; n += 1) map.add(`k${n}`, n);
    expect([map.get('k0'), map.get('k4')]).toEqual([0, 4]);
    for (let n = 5; n < 8; n += 1) map.add(`k${n}`, n);
    expect([map.get('k0'), map.get('k2'), map.get('k3'), map.get('k7')]).toEqual([undefined, undefined, 3, 7]);
  });
});
