import { describe, expect, it } from 'vitest';
import { isTimeZone, parseCountryCode } from './places.js';

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

describe('a time zone', () => {
  it.each([
    ['America/Sao_Paulo', true],
    ['UTC', true],
    ['Etc/GMT+3', true],
    ['America/Atlantida', false],
    ['-03:00', false],
    ['', false],
  ])('%j: %j', (text, expected) => {
    expect(isTimeZone(text)).toBe(expected);
  });
});
