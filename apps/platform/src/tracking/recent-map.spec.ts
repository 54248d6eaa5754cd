import { describe, expect, it } from 'vitest';
import { RecentMap } from './recent-map.js';

describe('a map of recent values', () => {
  it('keeps the latest entries, and evicts those two generations old', () => {
    const map = new RecentMap<number>({ values: 3, characters: 1_000 });
    for (let n = 0; n < 5; n += 1) map.add(`k${n}`, n);
    expect([map.get('k0'), map.get('k4')]).toEqual([0, 4]);
    for (let n = 5; n < 8; n += 1) map.add(`k${n}`, n);
    expect([map.get('k0'), map.get('k2'), map.get('k3'), map.get('k7')]).toEqual([undefined, undefined, 3, 7]);
  });

  it('keeps fewer when their keys are long', () => {
    const map = new RecentMap<number>({ values: 1_000, characters: 20 });
    const keys = ['a', 'b', 'c', 'd', 'e'].map((letter) => letter.repeat(10));
    keys.forEach((key, n) => map.add(key, n));
    expect(keys.map((key) => map.get(key))).toEqual([undefined, undefined, 2, 3, 4]);
  });
});
