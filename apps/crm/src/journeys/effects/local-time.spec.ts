import { describe, expect, it } from 'vitest';
import { endOfQuiet, isQuiet, localTime, minutesOf, nextDay } from './local-time.js';

const NIGHT = { from: 21 * 60, to: 8 * 60 };
const end = (at: string, zone: string, hours = NIGHT) => endOfQuiet(new Date(at), zone, hours).toISOString();

describe('quiet hours', () => {
  it.each([
    [21 * 60, true],
    [0, true],
    [8 * 60 - 1, true],
    [8 * 60, false],
    [21 * 60 - 1, false],
  ])('go over midnight: minute %i is %s', (minute, expected) => {
    expect(isQuiet(minute, NIGHT)).toBe(expected);
  });

  it('are none when they begin as they end', () => {
    expect(isQuiet(480, { from: 480, to: 480 })).toBe(false);
    expect(isQuiet(600, { from: 540, to: 660 })).toBe(true);
  });

  it('end in the morning of the person', () => {
    expect(end('2027-03-02T02:30:00Z', 'America/Sao_Paulo')).toBe('2027-03-02T11:00:00.000Z');
    expect(end('2027-03-02T02:30:00Z', 'Asia/Kolkata')).toBe('2027-03-02T02:30:00.000Z');
    expect(end('2027-03-01T20:00:00Z', 'Asia/Kolkata')).toBe('2027-03-02T02:30:00.000Z');
    expect(end('2027-03-02T02:30:12.345Z', 'America/Sao_Paulo')).toBe('2027-03-02T11:00:00.000Z');
  });

  it('are an hour shorter or longer in the night in which the clocks change', () => {
    // 14 March 2027 in New York: after 1:59 comes 3:00; 7 November: 1:00 to 1:59 come twice.
    expect(end('2027-03-14T02:00:00Z', 'America/New_York')).toBe('2027-03-14T12:00:00.000Z');
    expect(end('2027-11-07T02:00:00Z', 'America/New_York')).toBe('2027-11-07T13:00:00.000Z');
  });

  it('that end in an hour that the clocks leave out end with the gap', () => {
    const hours = { from: 22 * 60, to: 2 * 60 + 30 };
    expect(end('2027-03-14T04:00:00Z', 'America/New_York', hours)).toBe('2027-03-14T07:00:00.000Z');
  });

  it('that end in an hour that comes twice end when the clocks first show it, and are there again with it', () => {
    const hours = { from: 22 * 60, to: 1 * 60 + 30 };
    expect(end('2027-11-07T04:00:00Z', 'America/New_York', hours)).toBe('2027-11-07T05:30:00.000Z');
    // The second 1:10, which is quiet as the first one was.
    expect(end('2027-11-07T06:10:00Z', 'America/New_York', hours)).toBe('2027-11-07T06:30:00.000Z');
  });

  it('hold on days that have no midnight', () => {
    // 5 September 2027 in Santiago: after 23:59 comes 1:00.
    expect(localTime(new Date('2027-09-05T04:00:00Z'), 'America/Santiago')).toEqual({ day: '2027-09-05', minute: 60 });
    const next = nextDay(new Date('2027-09-04T20:00:00Z'), 'America/Santiago', { from: 0, to: 0 });
    expect(next.toISOString()).toBe('2027-09-05T04:00:00.000Z');
  });

  it('leave no moment in which nobody may be written to, in any time zone of a year', () => {
    const zones = ['America/Sao_Paulo', 'Europe/Lisbon', 'Australia/Lord_Howe', 'America/St_Johns', 'Asia/Kathmandu'];
    for (const zone of zones)
      for (let hour = 0; hour < 365 * 24; hour += 5) {
        const at = new Date(Date.UTC(2027, 0, 1, hour, 17));
        const free = endOfQuiet(at, zone, NIGHT);
        expect(isQuiet(localTime(free, zone).minute, NIGHT)).toBe(false);
        if (free > at) expect(isQuiet(localTime(new Date(free.getTime() - 60_000), zone).minute, NIGHT)).toBe(true);
      }
  });
});

it.each([
  ['21:00', 1260],
  ['00:00', 0],
  ['24:00', undefined],
  ['8:00', undefined],
  ['08:60', undefined],
])('%s is minute %s', (text, minute) => {
  expect(minutesOf(text)).toBe(minute);
});
