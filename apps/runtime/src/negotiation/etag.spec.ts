import { expect, it } from 'vitest';
import { isMatch, weak } from './etag.js';

it('a validator is weak once', () => {
  expect([weak('"a"'), weak('W/"a"')]).toEqual(['W/"a"', 'W/"a"']);
});

it.each(['"a"', 'W/"a"', '*', ' * ', '"x", "a"', 'W/"x",W/"a"', '"a,b", "a"'])('%s names "a"', (header) => {
  expect(isMatch(header, 'W/"a"')).toBe(true);
});

it.each(['"b"', 'a', '""', '"a', '"a,b"', 'W/a', `${'"x",'.repeat(2_000)}"a"`])('%s does not', (header) => {
  expect(isMatch(header, 'W/"a"')).toBe(false);
});
