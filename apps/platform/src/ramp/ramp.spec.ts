import { describe, expect, it } from 'vitest';
import { dailyLimitOf, FULLY_GROWN, growthFor, type DayCount } from './ramp.js';

const TODAY = '2026-03-10';
const RAMP = 100;
const at = (doublings: number) => ({ doublings, since: '2026-03-09' });

function day(counts: Partial<Record<DayCount['event'], number>>, channel: DayCount['channel'] = 'email', date = '09') {
  return Object.entries(counts).map(
    ([event, count]) => ({ day: `2026-03-${date}`, channel, event, count }) as DayCount,
  );
}

describe('the daily limit', () => {
  it('doubles with each step, and ends', () => {
    expect([0, 1, 9, FULLY_GROWN].map((doublings) => dailyLimitOf(RAMP, at(doublings)))).toEqual([
      100,
      200,
      51_200,
      null,
    ]);
  });

  it('doubles after half of it was sent well', () => {
    expect(growthFor(TODAY, at(1), day({ sent: 100, failed: 5, bounced: 4, complained: 1 }), RAMP)).toEqual({
      doublings: 2,
      since: TODAY,
    });
  });

  it('doubles once, however much was sent', () => {
    expect(growthFor(TODAY, at(0), day({ sent: 100_000 }), RAMP).doublings).toBe(1);
  });

  it('stays until half of it was sent, on as many days as that takes', () => {
    const days = [...day({ sent: 30 }, 'email', '08'), ...day({ sent: 19 }, 'sms')];
    expect(growthFor(TODAY, at(0), days, RAMP)).toEqual(at(0));
    expect(growthFor(TODAY, at(0), [...days, ...day({ sent: 1 }, 'push')], RAMP).doublings).toBe(1);
  });

  it('is halved after bad sending, down to the first', () => {
    for (const bad of [
      day({ sent: 100, bounced: 10 }),
      day({ sent: 90, failed: 10 }),
      day({ sent: 100, complained: 2 }),
      day({ bounced: 3 }),
      day({ failed: 3 }, 'sms'),
      [...day({ sent: 10, bounced: 5 }), ...day({ sent: 100_000 }, 'sms'), ...day({ sent: 100_000 }, 'push')],
    ]) {
      expect(growthFor(TODAY, at(2), bad, RAMP)).toEqual({ doublings: 1, since: TODAY });
      expect(growthFor(TODAY, at(0), bad, RAMP)).toEqual({ doublings: 0, since: TODAY });
    }
  });

  it('is not judged by single reports, nor by pushes to devices that are gone', () => {
    for (const good of [
      day({ sent: 100, complained: 1 }),
      day({ sent: 100, failed: 1, bounced: 1 }),
      day({ sent: 100, failed: 50 }, 'push'),
    ]) {
      expect(growthFor(TODAY, at(0), good, RAMP).doublings).toBe(1);
    }
  });

  it('is over for good when it has ended', () => {
    expect(growthFor(TODAY, at(FULLY_GROWN), day({ sent: 10, bounced: 10 }), RAMP)).toEqual(at(FULLY_GROWN));
  });
});

describe('the first daily limit', () => {
  it('is that of the plan for a tenant that has not sent', () => {
    expect(growthFor(TODAY, null, [], RAMP)).toEqual({ doublings: 0, since: TODAY });
  });

  it('has room for the best day of one that sent well before', () => {
    const history = [...day({ sent: 300 }, 'email', '07'), ...day({ sent: 100, failed: 3 }, 'sms', '07')];
    expect(growthFor(TODAY, null, [...history, ...day({ sent: 9 })], RAMP).doublings).toBe(2);
    expect(growthFor(TODAY, null, [...history, ...day({ sent: 401 })], RAMP).doublings).toBe(3);
    expect(growthFor(TODAY, null, day({ sent: 10_000_000 }), RAMP).doublings).toBe(FULLY_GROWN);
  });

  it('is that of the plan for one that sent badly before', () => {
    expect(growthFor(TODAY, null, day({ sent: 1_000, bounced: 100 }), RAMP).doublings).toBe(0);
  });
});
