import { describe, expect, it } from 'vitest';
import { pick } from './routes/filters.ts';
import { SCREENS } from './screens.ts';
import { placeInstead } from './shell/place-instead.ts';
import type { Session } from './shell/session.ts';
import { PLACES } from './shell/places.ts';

describe('the screens', () => {
  it('have an address for every entry of the navigation', () => {
    const places = PLACES.flatMap(({ places: group }) => group).map(({ to }) => to);
    expect(places.filter((to) => !(to in SCREENS))).toEqual([]);
  });

  it('are each a file of their own', () => {
    const texts = Object.values(SCREENS).map(String);
    expect(new Set(texts).size).toBe(texts.length);
  });

  it('are those of the account for support, and those of the console for an operator without one', () => {
    const session = { tenant: { id: 't1' }, support: false } as Session;
    expect(placeInstead('/messages', session)).toBeUndefined();
    expect(placeInstead('/console/tenants/t1', { ...session, support: true })).toBe('/messages');
    const alone = { ...session, tenant: { id: '' } } as Session;
    expect(placeInstead('/', alone)).toBe('/console');
    expect(placeInstead('/account', alone)).toBeUndefined();
  });

  it('read their filters from the address, numbers as texts', () => {
    expect(pick({ q: 'ana', list: 7, other: 'x', bad: ['a'] }, ['q', 'list', 'bad', 'none'])).toEqual({
      q: 'ana',
      list: '7',
    });
  });
});
