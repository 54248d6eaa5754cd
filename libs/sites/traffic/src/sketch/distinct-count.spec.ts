import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DistinctCount } from './distinct-count.js';

const idOf = (n: number): string =>
  createHash('sha256').update(String(n)).digest().subarray(0, 8).toString('base64url');

function countOf(from: number, to: number): DistinctCount {
  const count = new DistinctCount();
  for (let n = from; n < to; n += 1) count.add(idOf(n));
  return count;
}

describe('a count of distinct visitors', () => {
  it('is exact below 1,000, however often one comes', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 998 }), { maxLength: 2_000 }), (visits) => {
        const count = new DistinctCount();
        for (const n of visits) count.add(idOf(n));
        expect(count.size).toBe(new Set(visits).size);
      }),
      { numRuns: 30 },
    );
  });

  it.each([1_000, 2_000, 10_000, 12_000, 50_000, 300_000])('is within three per cent of %i', (n) => {
    expect(Math.abs(countOf(0, n).size - n) / n).toBeLessThan(0.03);
  });

  it('of a union is that of all visitors together, in any order', () => {
    const size = fc.integer({ min: 0, max: 3_000 });
    fc.assert(
      fc.property(size, size, (a, b) => {
        const [one, other, all] = [countOf(0, a), countOf(500, 500 + b), countOf(0, a)];
        for (let n = 500; n < 500 + b; n += 1) all.add(idOf(n));
        const reverse = DistinctCount.fromBytes(other.toBytes());
        reverse.merge(one);
        one.merge(other);
        expect(one.size).toBe(all.size);
        expect(reverse.size).toBe(all.size);
      }),
      { numRuns: 30 },
    );
  });

  it.each([0, 1, 999, 1_000, 5_000])('of %i is the same from its bytes', (n) => {
    const count = countOf(0, n);
    const again = DistinctCount.fromBytes(count.toBytes());
    expect(again.size).toBe(count.size);
    expect(again.toBytes().equals(count.toBytes())).toBe(true);
  });

  it.each([[[]], [[9]], [[1, 2, 3]], [[2, 0, 0]]])('is not read from other bytes: %j', (bytes) => {
    expect(() => DistinctCount.fromBytes(Buffer.from(bytes))).toThrow('no count of visitors');
  });
});
