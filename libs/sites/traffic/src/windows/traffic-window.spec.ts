import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InvalidWindow, PART_MS, TrafficWindow } from './traffic-window.js';

const LIMITS = { defaultDays: 7, maxDays: 92 };
const NOW = new Date('2026-11-27T15:20:00Z');
const HOUR_MS = 3_600_000;

const windowOf = (zone: string, from?: string, until?: string, now = NOW) =>
  TrafficWindow.of({ from, until, zone }, now, LIMITS);
const edges = ({ from, until }: { from: Date; until: Date }) => [from.toISOString(), until.toISOString()];
const hours = ({ from, until }: { from: Date; until: Date }) => (until.getTime() - from.getTime()) / HOUR_MS;

function reasonOf(zone: string, from?: string, until?: string): string {
  try {
    windowOf(zone, from, until);
  } catch (error) {
    if (error instanceof InvalidWindow) return error.reason;
  }
  return 'none';
}

describe('a window', () => {
  it('is seven days with today at their end when nothing is given', () => {
    expect(edges(windowOf('UTC'))).toEqual(['2026-11-21T00:00:00.000Z', '2026-11-28T00:00:00.000Z']);
    expect(edges(windowOf('America/Sao_Paulo'))).toEqual(['2026-11-21T03:00:00.000Z', '2026-11-28T03:00:00.000Z']);
    expect(edges(windowOf('Pacific/Kiritimati'))).toEqual(['2026-11-21T10:00:00.000Z', '2026-11-28T10:00:00.000Z']);
  });

  it('has whole days of the zone for dates, the last one included', () => {
    expect(edges(windowOf('Asia/Kolkata', '2026-11-01', '2026-11-02'))).toEqual([
      '2026-10-31T18:30:00.000Z',
      '2026-11-02T18:30:00.000Z',
    ]);
  });

  it('ends before a timestamp, and is widened to quarters of an hour', () => {
    expect(edges(windowOf('UTC', '2026-11-01T10:07:33.5-03:00', '2026-11-01T14:00:00Z'))).toEqual([
      '2026-11-01T13:00:00.000Z',
      '2026-11-01T14:00:00.000Z',
    ]);
    expect(edges(windowOf('UTC', '2026-11-01t10:00:00z', '2026-11-01T10:00:00.001Z'))).toEqual([
      '2026-11-01T10:00:00.000Z',
      '2026-11-01T10:15:00.000Z',
    ]);
  });

  it('counts its days back from its end when that alone is given', () => {
    expect(edges(windowOf('UTC', undefined, '2026-03-10'))).toEqual([
      '2026-03-04T00:00:00.000Z',
      '2026-03-11T00:00:00.000Z',
    ]);
    expect(edges(windowOf('UTC', undefined, '2026-03-10T12:00:00Z'))[0]).toBe('2026-03-04T00:00:00.000Z');
  });

  it('does not end before it starts', () => {
    expect(reasonOf('UTC', '2026-11-03', '2026-11-02')).toBe('order');
    expect(reasonOf('UTC', '2026-11-28')).toBe('order');
    expect(reasonOf('UTC', '2026-11-02T00:00:00Z', '2026-11-01T23:59:59.999Z')).toBe('order');
    expect(reasonOf('UTC', '2026-11-02', '2026-11-02')).toBe('none');
    expect(windowOf('UTC', '2026-11-02T09:00:00Z', '2026-11-02T09:00:00Z').buckets()).toEqual([]);
  });

  it('has at most the days of its report, of whatever length', () => {
    expect(reasonOf('UTC', '2026-01-01', '2026-04-02')).toBe('none');
    expect(reasonOf('UTC', '2026-01-01', '2026-04-03')).toBe('length');
    expect(reasonOf('Europe/Berlin', '2026-09-01', '2026-12-01')).toBe('none');
    expect(reasonOf('UTC', '0001-01-01', '9999-12-31')).toBe('length');
  });

  it('may lie at the ends of the calendar', () => {
    expect(windowOf('UTC', '0000-01-01', '0000-01-01').buckets()).toHaveLength(24);
    expect(windowOf('Asia/Kolkata', '9999-12-31', '9999-12-31').buckets()).toHaveLength(24);
  });

  it('names whole days that a database knows, also beyond the ends of the calendar', () => {
    const daysOf = (from: string, until: string) => windowOf('UTC', from, until).days();
    expect(daysOf('9999-12-30', '9999-12-31')).toMatchObject({ firstDay: '9999-12-30', endDay: '9999-12-31' });
    expect(daysOf('0000-01-01', '0000-01-02')).toMatchObject({ firstDay: '0001-01-01', endDay: '0001-01-01' });
  });

  it('writes moments with the offset of the zone', () => {
    const text = (zone: string) => windowOf(zone).text(new Date('2026-07-01T12:00:00Z'));
    expect(['UTC', 'Asia/Kathmandu', 'America/New_York'].map(text)).toEqual([
      '2026-07-01T12:00:00Z',
      '2026-07-01T17:45:00+05:45',
      '2026-07-01T08:00:00-04:00',
    ]);
  });
});

describe('days of a window', () => {
  const daysOf = (window: TrafficWindow) => [window.days().firstDay, window.days().endDay];

  it('are those of its dates in every zone', () => {
    for (const zone of Intl.supportedValuesOf('timeZone'))
      for (const [from, until, end] of [
        ['2026-03-29', '2026-04-05', '2026-04-06'],
        ['2026-11-01', '2026-11-01', '2026-11-02'],
      ] as const)
        expect(daysOf(windowOf(zone, from, until)), zone).toEqual([from, end]);
  });

  it('end at the nearest midnight (UTC) of a moment within a day', () => {
    expect(daysOf(windowOf('UTC', '2026-11-01T11:00:00Z', '2026-11-03T13:00:00Z'))).toEqual([
      '2026-11-01',
      '2026-11-04',
    ]);
    expect(daysOf(windowOf('Pacific/Kiritimati', '2026-11-01T09:00:00Z', '2026-11-01T11:30:00Z'))).toEqual([
      '2026-11-01',
      '2026-11-02',
    ]);
  });
});

describe('buckets', () => {
  it.each([
    ['Australia/Lord_Howe', '2026-04-05', 24.5],
    ['Australia/Lord_Howe', '2026-10-04', 23.5],
    ['America/New_York', '2026-03-08', 23],
    ['America/New_York', '2026-11-01', 25],
    // Midnight comes twice, and not at all.
    ['America/Havana', '2026-11-01', 25],
    ['America/Havana', '2026-03-08', 23],
    ['Africa/Cairo', '2026-04-24', 23],
    ['Asia/Kathmandu', '2026-04-24', 24],
  ])('of %s have one for %s, with %d hours', (zone, date, expected) => {
    const window = windowOf(zone, '2026-02-01', '2026-04-30', NOW);
    const other = windowOf(zone, '2026-09-01', '2026-11-30', NOW);
    const days = [...window.buckets(), ...other.buckets()];
    const day = days.filter(({ from }) => localDate(from, zone) === date);
    expect(day.map(hours)).toEqual([expected]);
  });

  it('are hours in a window of up to two days', () => {
    expect(windowOf('America/New_York', '2026-10-31', '2026-11-01').buckets().map(hours)).toEqual(
      Array.from({ length: 49 }, () => 1),
    );
    expect(windowOf('UTC', '2026-10-31', '2026-11-02').buckets().map(hours)).toEqual([24, 24, 24]);
  });

  it('have a short hour where the clocks change by half of one', () => {
    const window = windowOf('Australia/Lord_Howe', '2026-04-05', '2026-04-05');
    const short = window.buckets().filter((bucket) => hours(bucket) !== 1);
    expect(short.map(({ from }) => window.text(from))).toEqual(['2026-04-05T01:30:00+10:30']);
    expect(short.map(hours)).toEqual([0.5]);
  });

  it('begin and end as the window does', () => {
    const window = windowOf('UTC', '2026-11-01T10:20:00Z', '2026-11-01T12:10:00Z');
    expect(window.buckets().map(hours)).toEqual([0.75, 1, 0.25]);
  });

  it('hold each moment of the window once, on the day that the zone calls it', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...Intl.supportedValuesOf('timeZone')),
        fc.integer({ min: 0, max: 366 * 12 }),
        fc.integer({ min: 3, max: 91 }),
        fc.integer({ min: 0, max: 1_000_000 }),
        (zone, day, length, place) => {
          const from = new Date(Date.UTC(2020, 0, 1 + day)).toISOString().slice(0, 10);
          const until = new Date(Date.UTC(2020, 0, day + length)).toISOString().slice(0, 10);
          const window = windowOf(zone, from, until);
          const buckets = window.buckets();
          expect(buckets[0]!.from).toEqual(window.from);
          expect(buckets.at(-1)!.until).toEqual(window.until);
          for (const [index, bucket] of buckets.entries()) {
            if (index > 0) expect(bucket.from).toEqual(buckets[index - 1]!.until);
            expect(bucket.from.getTime() % PART_MS).toBe(0);
          }
          const { from: start, until: end } = buckets[place % buckets.length]!;
          const moment = new Date(start.getTime() + ((end.getTime() - start.getTime() - 1) * place) / 1_000_000);
          const dates = [start, moment, new Date(end.getTime() - 1)].map((at) => localDate(at, zone));
          expect(new Set(dates).size).toBe(1);
          expect(localDate(end, zone)).not.toBe(dates[0]);
          expect(localDate(new Date(start.getTime() - 1), zone)).not.toBe(dates[0]);
        },
      ),
      { numRuns: 300 },
    );
  });
});

/** Days by another implementation of time zones. */
function localDate(moment: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(moment);
}
