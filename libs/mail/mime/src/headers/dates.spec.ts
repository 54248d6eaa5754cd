import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDate } from './dates.js';

describe('a date of a message', () => {
  it('is the same in the usual form and in one of many others', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date(0), max: new Date('2099-12-31'), noInvalidDate: true }),
        fc.integer({ min: -13 * 60, max: 13 * 60 }),
        (moment, offset) => {
          const local = new Date(moment.getTime() + offset * 60_000).toUTCString().replace(' GMT', '');
          const size = Math.abs(offset);
          const zone = `${offset < 0 ? '-' : '+'}${`${Math.floor(size / 60)}`.padStart(2, '0')}${`${size % 60}`.padStart(2, '0')}`;
          fc.pre(!local.includes(' 1969 '));

          expect(parseDate(`${local} ${zone}`)).toEqual(parseDate(`${local.replace(',', ' ,')}  ${zone}`));
        },
      ),
    );
  });

  it.each([
    ['Fri, 21 Nov 2025 09:55:06 -0600', '2025-11-21T15:55:06Z'],
    ['21 Nov 2025 09:55 +0000', '2025-11-21T09:55:00Z'],
    ['Thursday, 26 November 2026 10:00:00 GMT+0100 (CET)', '2026-11-26T09:00:00Z'],
    ['Fri, 21 Nov 97 09:55:06 -0600', '1997-11-21T15:55:06Z'],
    ['Fri, 21 Nov 03 09:55:06 GMT', '2003-11-21T09:55:06Z'],
    ['Fri, 21 Nov 103 09:55:06 GMT', '2003-11-21T09:55:06Z'],
    ['Fri, 21 Nov 2025 09:55:06', '2025-11-21T09:55:06Z'],
    ['1 Jan 2025 9:5:6 +0900', '2025-01-01T00:05:06Z'],
    ['Sex, 21 Nov 2025 09:55:06 -0300', '2025-11-21T12:55:06Z'],
    ['Seg, 2 Fev 2026 08:00:00 -0300', '2026-02-02T11:00:00Z'],
    ['terça-feira, 10 de março de 2026 08:00:00 -0300', '2026-03-10T11:00:00Z'],
    ['lun, 3 ago 2026 08:00:00 +0200', '2026-08-03T06:00:00Z'],
    ['mar. 3 févr. 2026 08:00:00 +0100', '2026-02-03T07:00:00Z'],
    ['Mo, 7 Dez 2026 08:00:00 +0100', '2026-12-07T07:00:00Z'],
    ['Fri, 21 Nov 2025 09:55:06 BRT', '2025-11-21T12:55:06Z'],
    ['Fri, 21 Nov 2025 09:55:06 EST', '2025-11-21T14:55:06Z'],
    ['Fri, 21 Nov 2025 09:55:06 (PDT)', '2025-11-21T16:55:06Z'],
    ['Fri, 21 Nov 2025 09:55:06 XYZ', '2025-11-21T09:55:06Z'],
    ['Fri, 21 Nov 2025 09:55:06 +05:30', '2025-11-21T04:25:06Z'],
    ['Fri, 21 Nov 2025 09:55:06 UTC-3', '2025-11-21T12:55:06Z'],
    ['Fri, 21 Nov 2025 09:55:06 -0000', '2025-11-21T09:55:06Z'],
    ['Fri, 21 Nov 2025 9:55:06 PM +0000', '2025-11-21T21:55:06Z'],
    ['Fri,21 Nov 2025 09.55.06 +0000', '2025-11-21T09:55:06Z'],
    ['21-Nov-2025 09:55:06 +0000', '2025-11-21T09:55:06Z'],
    ['Fri Nov 21 09:55:06 2025', '2025-11-21T09:55:06Z'],
    ['Fri Nov 21 09:55:06 BRT 2025', '2025-11-21T12:55:06Z'],
    ['Fri Nov 21 09:55:06 -0300 2025', '2025-11-21T12:55:06Z'],
    ['Fri Nov 21 2025 09:55:06 GMT-0300 (BRT)', '2025-11-21T12:55:06Z'],
    ['November 21, 2025 09:55:06 AM +0000', '2025-11-21T09:55:06Z'],
    ['2025-11-21T09:55:06Z', '2025-11-21T09:55:06Z'],
    ['2025-11-21T09:55:06.123-03:00', '2025-11-21T12:55:06Z'],
    ['2025-11-21 09:55:06 -0300', '2025-11-21T12:55:06Z'],
    ['Fri, 21 Nov 2025 23:59:60 +0000', '2025-11-21T23:59:59Z'],
    ['Fri, (a comment) 21 Nov 2025 09:55:06 +0000 (UTC)', '2025-11-21T09:55:06Z'],
  ])('%s is read', (text, expected) => {
    expect(parseDate(text)).toEqual(new Date(expected));
  });

  it.each([
    '',
    'yesterday',
    '31 Feb 2025 10:00:00 +0000',
    '21 Nov 0001 10:00:00',
    'Fri, 21 Nov 2025 99:00:00 +0000',
    '21 Nov 2025',
    '10:00:00',
  ])('%s is none', (text) => {
    expect(parseDate(text)).toBeNull();
  });

  it('is read from what any program writes', () => {
    const date = fc.date({ min: new Date('1970-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(date, (at) => {
        at.setUTCMilliseconds(0);
        for (const text of [at.toUTCString(), at.toISOString()]) expect(parseDate(text)).toEqual(at);
      }),
    );
  });

  it('never fails', () => {
    fc.assert(fc.property(fc.string(), (text) => void parseDate(text)));
  });
});
