import { describe, expect, it } from 'vitest';
import { askAgainRefusal, isExpired, linkExpiresAt } from './rules.js';

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

describe('another mail for the same confirmation', () => {
  it.each([
    [11, 1, null],
    [11, 4, null],
    [9, 1, 'wait'],
    [11, 5, 'limit'],
    // Waiting would not help.
    [9, 5, 'limit'],
  ] as const)('%i minutes after the last of %i: %s', (minutes, asks, refusal) => {
    expect(askAgainRefusal(minutesAgo(minutes), asks)).toBe(refusal);
  });
});

describe('a link', () => {
  it('works for seven days', () => {
    expect(isExpired(linkExpiresAt(minutesAgo(7 * 24 * 60 - 1)))).toBe(false);
    expect(isExpired(linkExpiresAt(minutesAgo(7 * 24 * 60)))).toBe(true);
  });
});
