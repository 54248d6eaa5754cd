import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EVERY_ADDRESS, LOCAL_PART, matchRoute } from './route-match.js';

const routesOf = (...recipients: string[]) => recipients.map((recipient) => ({ recipient }));
const taken = (recipients: string[], localPart: string) =>
  matchRoute(routesOf(...recipients), localPart)?.route.recipient;

describe('the route of an address', () => {
  it.each([
    [['support'], 'support', 'support'],
    [['support'], 'SUPPORT', 'support'],
    [['support'], 'support+order-17', 'support'],
    [['support'], 'support+a+b', 'support'],
    [['support'], 'supports', undefined],
    [['support'], '+tag', undefined],
    [['support', '*'], 'sales', '*'],
    [['*', 'support'], 'support+x', 'support'],
    [['support', 'support+vip', '*'], 'support+vip+x', 'support+vip'],
    [['support', 'support+vip', '*'], 'support+vip', 'support+vip'],
    [['support'], '*', undefined],
    [['*'], '*', '*'],
    [[], 'support', undefined],
  ])('of %j for %s is %s', (recipients, localPart, expected) => {
    expect(taken(recipients, localPart)).toBe(expected);
  });

  const piece = fc.stringMatching(/^[a-c]{1,2}$/);
  const localPart = fc.array(piece, { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join('+'));
  const recipients = fc.uniqueArray(fc.oneof(localPart, fc.constant(EVERY_ADDRESS)), { maxLength: 12 });

  it('is the longest that the address begins with up to a tag, in whichever order the routes are', () => {
    fc.assert(
      fc.property(recipients, localPart, (given, address) => {
        const takes = (one: string) => one === EVERY_ADDRESS || one === address || address.startsWith(`${one}+`);
        const length = (one: string) => (one === EVERY_ADDRESS ? 0 : one.length);
        const best = given.filter(takes).toSorted((a, b) => length(b) - length(a))[0];
        expect(taken(given, address)).toBe(best);
        expect(taken(given.toReversed(), address.toUpperCase())).toBe(best);
      }),
    );
  });

  it('is ranked higher, the more of the address it names', () => {
    fc.assert(
      fc.property(localPart, (address) => {
        const names = address.split('+').map((_, index, pieces) => pieces.slice(0, index + 1).join('+'));
        const ranks = [EVERY_ADDRESS, ...names].map((one) => matchRoute(routesOf(one), address)?.rank ?? -1);
        expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
        expect(new Set(ranks).size).toBe(ranks.length);
      }),
    );
  });
});

describe('a local part', () => {
  it.each(['support', 'a.b', 'support+vip', "o'hara", 'a!#$%&*/=?^_`{|}~-1'])('may be %s', (text) => {
    expect(LOCAL_PART.test(text)).toBe(true);
  });

  it.each(['', 'a..b', '.a', 'a.', 'a b', 'a@b', 'Support', '"a"', 'ü'])('may not be %j', (text) => {
    expect(LOCAL_PART.test(text)).toBe(false);
  });
});
