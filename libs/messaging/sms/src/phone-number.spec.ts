import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countryOfNumber, describeNumber, parseE164 } from './phone-number.js';

describe('parseE164', () => {
  it.each([
    ['+5511987654321', '+5511987654321'],
    ['+55 (11) 98765-4321', '+5511987654321'],
    ['+1 202.555.0143', '+12025550143'],
    ['+44 7400 123456', '+447400123456'],
  ])('accepts %s', (text, number) => expect(parseE164(text)).toBe(number));

  it.each([
    ['nothing', ''],
    ['a number without its country', '11987654321'],
    ['an international prefix in place of the plus sign', '0011987654321'],
    ['a number too short for its country', '+551198765'],
    ['a number too long for its country', '+55119876543210'],
    ['an unassigned country code', '+9991234567'],
    ['an unassigned area code', '+15551234567'],
    ['an extension', '+1 202 555 0143 ext. 5'],
    ['text around a number', 'call +12025550143 now'],
    ['a URI', 'tel:+12025550143'],
    ['letters', '+1-800-FLOWERS'],
    ['a line break', '+12025550143\r\n'],
    ['a flood of separators', `+1${' '.repeat(10_000)}2025550143`],
  ])('rejects %s', (_, text) => expect(parseE164(text)).toBeNull());

  it('accepts a fixed line, because some of them accept messages', () => {
    expect(parseE164('+4930123456')).toBe('+4930123456');
  });

  it('never throws, returns only E.164, and accepts its own results', () => {
    const digits = fc.array(fc.constantFrom(...'0123456789 ()-.'), { maxLength: 20 }).map((all) => `+${all.join('')}`);
    fc.assert(
      fc.property(fc.oneof(fc.string(), digits), (text) => {
        const number = parseE164(text);
        if (number === null) return;
        expect(number).toMatch(/^\+[1-9]\d{6,14}$/);
        expect(parseE164(number)).toBe(number);
      }),
    );
  });
});

describe('countryOfNumber', () => {
  it.each([
    ['+5511987654321', 'BR'],
    ['+12025550143', 'US'],
    ['+14165550123', 'CA'],
    ['+77012345678', 'KZ'],
    ['+80012345678', null],
    ['nonsense', null],
  ])('of %s is %s', (number, country) => expect(countryOfNumber(number)).toBe(country));
});

describe('describeNumber', () => {
  it.each([
    ['+5511987654321', 'BR', false],
    ['+4930123456', 'DE', false],
    ['+18005550100', 'US', false],
    ['+881612345678', null, false],
    ['+19005550100', 'US', true],
    ['+55900123456', 'BR', true],
    ['+33890123456', 'FR', true],
    ['+491801234567', 'DE', true],
    ['+447012345678', 'GB', true],
  ])('of %s has the country %s, and costs more: %s', (e164, country, isCostly) => {
    expect(describeNumber(e164)).toEqual({ e164, country, isCostly });
  });

  it('of an invalid number is none', () => expect(describeNumber('12345')).toBeNull());
});
