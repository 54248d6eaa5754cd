import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formerNumberOf, lineOf, spellingsOf } from './phone-spellings.js';

describe('a line', () => {
  it.each([
    ['of Brazil with its ninth digit and without', '+5511987654321', '+551187654321'],
    ['of Mexico without the 1 and with it', '+525512345678', '+5215512345678'],
    ['of Argentina without the 9 and with it', '+541123456789', '+5491123456789'],
  ])('%s is one', (_what, present, former) => {
    for (const number of [present, former]) {
      expect([lineOf(number), formerNumberOf(number)]).toEqual([present, former]);
      expect(spellingsOf(number).toSorted()).toEqual([present, former].toSorted());
    }
  });

  it.each([
    '+551133334444',
    '+5511933334444',
    '+12025550123',
    '+52155123456',
    '+54911234',
    '+5511',
    'ana@example.test',
  ])('is dialled in one way: %s', (number) => {
    expect([lineOf(number), formerNumberOf(number), spellingsOf(number)]).toEqual([number, null, [number]]);
  });

  it('has a form that is its own form, as those of all countries have', () => {
    const number = fc.oneof(fc.stringMatching(/^\+[1-9]\d{6,14}$/), fc.stringMatching(/^\+(?:52|54|55)[19]?\d{9,11}$/));
    fc.assert(
      fc.property(number, (value) => {
        expect(lineOf(lineOf(value))).toBe(lineOf(value));
        for (const one of spellingsOf(value)) expect(lineOf(one)).toBe(lineOf(value));
      }),
    );
  });
});
