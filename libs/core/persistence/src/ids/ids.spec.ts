import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstIdAt, idAt, isId, newId, nextPosition, positionOf, timeOfId } from './ids.js';

const position = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });

describe('public identifiers', () => {
  it('have the form <prefix>_<16 hex> at every position', () => {
    fc.assert(fc.property(position, (at) => isId('msg', idAt('msg', at))));
  });

  it('contain the position they were made from', () => {
    fc.assert(fc.property(position, (at) => positionOf(idAt('evt', at)) === at));
  });

  it('sort as text in the order of their positions', () => {
    fc.assert(fc.property(position, position, (a, b) => Math.sign(a - b) === compare(idAt('msg', a), idAt('msg', b))));
  });

  it('are issued in rising order, also thousands in one millisecond', () => {
    const ids = Array.from({ length: 20_000 }, () => newId('msg'));
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.toSorted()).toEqual(ids);
  });

  it('stay exact as JSON numbers when used as a cursor', () => {
    expect(Number.isSafeInteger(nextPosition())).toBe(true);
  });

  it('carry the time of their creation', () => {
    const before = Date.now();
    const made = timeOfId(newId('msg')).getTime();
    expect(made).toBeGreaterThanOrEqual(before);
    expect(made - Date.now()).toBeLessThan(1_000);
  });

  it('are smaller than firstIdAt(time) if and only if they were made before that time', () => {
    const moment = new Date(Date.now() + 3_600_000);
    expect(firstIdAt('msg', moment) > newId('msg')).toBe(true);
    expect(timeOfId(firstIdAt('msg', moment))).toEqual(moment);
  });

  it.each([
    ['msg_0123456789abcde'],
    ['msg_0123456789ABCDEF'],
    ['sms_0123456789abcdef'],
    ['msg_0123456789abcdef\n'],
    [7],
    [null],
  ])('do not include %j', (value) => {
    expect(isId('msg', value)).toBe(false);
  });
});

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
