import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bodyHash } from './body-hash.js';

describe('the hash of a body', () => {
  it('does not depend on the order of fields, at any depth', () => {
    expect(bodyHash({ a: 1, b: { c: 'x', d: [true, null] } })).toBe(bodyHash({ b: { d: [true, null], c: 'x' }, a: 1 }));
  });

  it('takes an undefined field for an absent one, and null not', () => {
    expect(bodyHash({ a: 1, b: undefined })).toBe(bodyHash({ a: 1 }));
    expect(bodyHash({ a: 1, b: null })).not.toBe(bodyHash({ a: 1 }));
  });

  it.each([
    [{ a: '1' }, { a: 1 }],
    [{ a: ['b', 'c'] }, { a: ['c', 'b'] }],
    [
      ['ab', 'c'],
      ['a', 'bc'],
    ],
    [{ a: 'b', c: 'd' }, { a: 'b1:c1:d' }],
    [[[1], 2], [[1, 2]]],
    [[], {}],
    ['', []],
  ])('differs for %j and %j', (one, other) => {
    expect(bodyHash(one)).not.toBe(bodyHash(other));
  });

  it('is that of another value only if the two are equal JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        const areEqual = sorted(one) === sorted(other);
        expect(bodyHash(one) === bodyHash(other)).toBe(areEqual);
      }),
    );
  });
});

/** JSON with the fields of every object in one order. */
function sorted(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
}
