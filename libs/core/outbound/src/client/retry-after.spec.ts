import { describe, expect, it } from 'vitest';
import { retryAfterMs } from './retry-after.js';

describe('Retry-After', () => {
  const now = Date.parse('2026-08-28T12:00:00Z');

  it.each([
    ['30', 30_000],
    ['0', 0],
    ['Fri, 28 Aug 2026 12:00:05 GMT', 5_000],
    ['Fri, 28 Aug 2026 11:00:00 GMT', 0],
    ['999999999', 86_400_000],
    ['99999999999999', 86_400_000],
    ['Sat, 29 Aug 2026 13:00:00 GMT', 86_400_000],
    ['soon', undefined],
    ['-1', undefined],
    ['1.5', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('%s is %s ms', (header, expected) => {
    expect(retryAfterMs(header, now)).toBe(expected);
  });
});
