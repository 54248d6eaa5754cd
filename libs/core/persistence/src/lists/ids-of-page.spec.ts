import { describe, expect, it } from 'vitest';
import { firstIdAt, idAt, newId, positionOf } from '../ids/ids.js';
import { idsOfPage } from './pages.js';

const HOUR_MS = 3_600_000;
const OLDEST = { by: ['id'], direction: 'asc' } as const;
const at = (time: number) => firstIdAt('msg', new Date(time));

describe('the ids of a page', () => {
  const id = newId('msg');
  const cursor = positionOf(id);
  const isWithin = ({ first, before }: { first: string; before: string }, one: string) => one >= first && one < before;

  it('are all of them on the first page, those of a burst included', () => {
    for (const order of [OLDEST, undefined]) {
      expect(isWithin(idsOfPage('msg', { order }), id)).toBe(true);
      expect(isWithin(idsOfPage('msg', { order, cursor: 0 }), id)).toBe(true);
      expect(isWithin(idsOfPage('msg', { order }), at(Date.now() + HOUR_MS / 2))).toBe(true);
    }
  });

  it('are behind the cursor in the order of the list', () => {
    const [older, newer] = [idAt('msg', cursor - 1), idAt('msg', cursor + 1)];
    const newestFirst = idsOfPage('msg', { cursor });
    const oldestFirst = idsOfPage('msg', { cursor, order: OLDEST });
    expect([older, id, newer].map((one) => isWithin(newestFirst, one))).toEqual([true, false, false]);
    expect([older, id, newer].map((one) => isWithin(oldestFirst, one))).toEqual([false, false, true]);
  });

  it('are of the time given, from its beginning on and before its end, also with a cursor', () => {
    const now = Date.now();
    const time = { from: new Date(now - 2 * HOUR_MS), to: new Date(now - HOUR_MS) };
    for (const page of [{}, { order: OLDEST }, { cursor }, { cursor: 1, order: OLDEST }])
      expect(idsOfPage('msg', page, time)).toEqual({ first: at(now - 2 * HOUR_MS), before: at(now - HOUR_MS) });
    const between = positionOf(at(now - 1.5 * HOUR_MS));
    expect(idsOfPage('msg', { cursor: between }, time)).toEqual({
      first: at(now - 2 * HOUR_MS),
      before: idAt('msg', between),
    });
  });

  it('are none for a time in which nothing can have been made, and all up to now for one without an end', () => {
    const far = new Date('9999-12-31');
    const none = idsOfPage('msg', {}, { from: far });
    expect(isWithin(none, id) || isWithin(none, 'msg_ffffffffffffffff')).toBe(false);
    expect(isWithin(idsOfPage('msg', {}, { to: far }), id)).toBe(true);
    expect(isWithin(idsOfPage('msg', {}, { from: new Date(0) }), id)).toBe(true);
  });
});
