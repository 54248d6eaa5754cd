import { expect, it } from 'vitest';
import { measuredPatience, patienceOf } from './measured-patience.js';

it('waits twice as long on a quiet machine, for the load of the suite itself', () => {
  expect(patienceOf(1, 0)).toBe(2);
  expect(patienceOf(0.5, 0.2)).toBe(2);
});

it('waits longer on a slow machine and on a busy one, up to a limit', () => {
  expect(patienceOf(3, 1)).toBe(6);
  expect(patienceOf(1, 4)).toBe(8);
  expect(patienceOf(100, 1)).toBe(20);
});

it('waits as long as TEST_PATIENCE says', () => {
  expect(measuredPatience('1.5')).toBe(1.5);
  for (const wrong of ['0', '-1', 'much', 'Infinity'])
    expect(() => measuredPatience(wrong), wrong).toThrow(`TEST_PATIENCE is "${wrong}"`);
});

it('measures between one quiet machine and the limit', () => {
  expect(measuredPatience('')).toBeGreaterThanOrEqual(2);
  expect(measuredPatience('')).toBeLessThanOrEqual(20);
});
