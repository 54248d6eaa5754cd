import fc from 'fast-check';
import { expect, it } from 'vitest';
import { spansOf, spanStart } from './sketch-spans.js';

const DAY_MS = 86_400_000;
const dateOf = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10);

it('begins weeks on Monday', () => {
  expect(spanStart(7, new Date('2026-11-29T23:59:59Z'))).toBe('2026-11-23');
  expect(spanStart(7, new Date('2026-11-30T00:00:00Z'))).toBe('2026-11-30');
  expect(spanStart(1, new Date('2026-11-29T23:59:59Z'))).toBe('2026-11-29');
});

it('has each day of a window and no other, in at most 19 spans for 92 days', () => {
  fc.assert(
    fc.property(fc.integer({ min: 18_000, max: 22_000 }), fc.integer({ min: 0, max: 92 }), (first, days) => {
      const spans = spansOf(dateOf(first), dateOf(first + days));
      const covered = new Set(
        spans.flatMap(({ span, starts }) => Array.from({ length: span }, (_, n) => Date.parse(starts) / DAY_MS + n)),
      );
      expect([...covered].toSorted((a, b) => a - b)).toEqual(Array.from({ length: days }, (_, n) => first + n));
      for (const { span, starts } of spans) expect(spanStart(span, new Date(starts))).toBe(starts);
      expect(spans.length).toBeLessThanOrEqual(19);
    }),
  );
});
