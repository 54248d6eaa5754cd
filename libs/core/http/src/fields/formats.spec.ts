import { describe, expect, it } from 'vitest';
import { isDate, isTimestamp, isTimeZone } from './formats.js';

describe('a timestamp', () => {
  it.each([
    ['2026-08-28T12:00:00Z', true],
    ['2026-02-30T12:00:00Z', false],
    ['0001-01-01T00:00:00Z', true],
    ['9999-12-31T23:59:59.999Z', true],
    // Postgres has no year 0, and a year beyond 9999 is no RFC 3339.
    ['0000-01-01T00:00:00Z', false],
    ['0001-01-01T00:00:00+14:00', false],
    ['9999-12-31T23:59:59-14:00', false],
  ])('%j: %j', (text, expected) => {
    expect(isTimestamp(text)).toBe(expected);
  });
});

describe('a date', () => {
  it.each([
    ['2026-08-28', true],
    ['2026-02-30', false],
    ['0001-01-01', true],
    ['9999-12-31', true],
    ['0000-12-31', false],
  ])('%j: %j', (text, expected) => {
    expect(isDate(text)).toBe(expected);
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
