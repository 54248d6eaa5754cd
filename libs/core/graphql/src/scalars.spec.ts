import { parseValue } from 'graphql';
import { describe, expect, it } from 'vitest';
import { JsonValue } from './scalars.js';

const read = (literal: string): unknown => new JsonValue().parseLiteral(parseValue(literal));

describe('a literal of JSON', () => {
  it('is the value that it says', () => {
    expect(read('{n: 9007199254740991, f: 0.25, list: [1, "a", null, true]}')).toEqual({
      n: 9_007_199_254_740_991,
      f: 0.25,
      list: [1, 'a', null, true],
    });
  });

  it.each(['{n: 12345678901234567890}', '[-9007199254740993]', '{f: 1e400}'])(
    'is refused if a number in it would be altered: %s',
    (literal) => expect(() => read(literal)).toThrow('beyond 2^53'),
  );
});
