import { describe, expect, it } from 'vitest';
import { parseCountryCode } from './places.js';

describe('a country', () => {
  it.each([
    ['BR', 'BR'],
    [' pt ', 'PT'],
    ['AQ', 'AQ'],
    ['XX', null],
    ['AC', null],
    ['UK', null],
    ['Brasil', null],
    ['', null],
  ])('%j is %j', (text, code) => {
    expect(parseCountryCode(text)).toBe(code);
  });
});
