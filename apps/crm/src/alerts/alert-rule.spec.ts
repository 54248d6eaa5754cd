import { describe, expect, it } from 'vitest';
import { judge, valueOf } from './alert-rule.js';
import type { AlertState } from './alert.entity.js';

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 1) + seconds * 1_000);
const HOUR = 3_600;

describe('the hours without leads', () => {
  const alert = { type: 'no-leads' as const, observedFrom: at(0) };
  const numbers = { captured: 0, bad: 0 };

  it('are those since the last lead, also from before the rule existed', () => {
    expect(valueOf(alert, { ...numbers, lastLeadAt: at(-2 * HOUR) }, at(HOUR))).toBe(3);
  });

  it('begin with the rule where no lead is known', () => {
    expect(valueOf(alert, { ...numbers, lastLeadAt: null }, at(HOUR / 2))).toBe(0.5);
  });

  it('are none when the clock was set back', () => {
    expect(valueOf(alert, { ...numbers, lastLeadAt: at(HOUR) }, at(0))).toBe(0);
    expect(valueOf(alert, { ...numbers, lastLeadAt: null }, at(-HOUR))).toBe(0);
  });
});

describe('the fraction of bad leads', () => {
  const value = (captured: number, bad: number) =>
    valueOf({ type: 'bad-leads', observedFrom: at(0) }, { lastLeadAt: null, captured, bad }, at(0));

  it('is of the leads in the window', () => {
    expect(value(40, 10)).toBe(0.25);
    expect(value(10, 0)).toBe(0);
  });

  it('is unknown with fewer than ten', () => {
    expect(value(9, 9)).toBeNull();
    expect(value(0, 0)).toBeNull();
  });
});

describe('the state of an alert', () => {
  /** States after evaluations with these values, a minute apart but for those with a time of their own. */
  const run = (values: (number | null | [seconds: number, value: number | null])[]) => {
    let alert = { state: 'calm' as AlertState, threshold: 1, clearSince: null as Date | null };
    return values.map((given, index) => {
      const [seconds, value] = Array.isArray(given) ? given : [60 * index, given];
      alert = { ...alert, ...judge(alert, value, at(seconds)) };
      return alert.state;
    });
  };

  it('is fired from the threshold on, and at once', () => {
    expect(run([0.99, 1])).toEqual(['calm', 'fired']);
  });

  it('is calm again after the second evaluation below it', () => {
    expect(run([1, 0, 0, 0])).toEqual(['fired', 'fired', 'calm', 'calm']);
  });

  it('stays fired if one of the two is above it', () => {
    expect(run([1, 0, 1, 0, 1, 0, 0])).toEqual(['fired', 'fired', 'fired', 'fired', 'fired', 'fired', 'calm']);
  });

  it('is not changed by an unknown value but back to calm', () => {
    expect(run([null, null])).toEqual(['calm', 'calm']);
    expect(run([1, null, null])).toEqual(['fired', 'fired', 'calm']);
  });

  it('takes evaluations of two processes a moment apart for one', () => {
    expect(run([1, [60, 0], [61, 0], [90, 0], [105, 0]])).toEqual(['fired', 'fired', 'fired', 'fired', 'calm']);
  });

  it('waits for two evaluations anew when the clock was set back', () => {
    expect(run([1, [600, 0], [60, 0], [100, 0], [120, 0]])).toEqual(['fired', 'fired', 'fired', 'fired', 'calm']);
  });

  it('needs no write while nothing changes', () => {
    expect(judge({ state: 'calm', threshold: 1, clearSince: null }, 0, at(0))).toBeNull();
    expect(judge({ state: 'fired', threshold: 1, clearSince: null }, 1, at(0))).toBeNull();
    expect(judge({ state: 'fired', threshold: 1, clearSince: at(0) }, 0, at(30))).toBeNull();
  });
});
