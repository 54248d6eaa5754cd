import { describe, expect, it } from 'vitest';

import { LruMap } from './lru-map.js';

describe('LruMap', () => {
  it('creates a value once while it is kept', () => {
    const map = new LruMap<object>(2);
    const first = map.getOrCreate('a', () => ({}));
    expect(map.getOrCreate('a', () => ({}))).toBe(first);
  });

  it('forgets the entry that was used longest ago', () => {
    const map = new LruMap<number>(2);
    map.getOrCreate('a', () => 1);
    map.getOrCreate('b', () => 2);
    map.getOrCreate('a', () => 0);
    map.getOrCreate('c', () => 3);
    expect(map.size).toBe(2);
    expect(map.getOrCreate('a', () => 10)).toBe(1);
    expect(map.getOrCreate('b', () => 20)).toBe(20);
  });

  it('keeps nothing when creating fails', () => {
    const map = new LruMap<number>(2);
    expect(() =>
      map.getOrCreate('a', () => {
        throw new Error('no');
      }),
    ).toThrow('no');
    expect(map.size).toBe(0);
  });
});
