import { describe, expect, it } from 'vitest';
import { isTimeZone } from './formats.js';

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
