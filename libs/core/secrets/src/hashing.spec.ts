import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { constantTimeEquals, randomHex, randomToken, sha256Hex } from './hashing.js';

describe('constantTimeEquals', () => {
  it('agrees with === on any two strings', () => {
    const text = fc.string({ unit: 'binary' });
    fc.assert(fc.property(text, text, (a, b) => constantTimeEquals(a, b) === (a === b)));
    fc.assert(fc.property(text, (a) => constantTimeEquals(a, `${a}`)));
  });

  it('distinguishes lengths, cases, normal forms and lone surrogates', () => {
    expect(constantTimeEquals('', '\0')).toBe(false);
    expect(constantTimeEquals('a', 'A')).toBe(false);
    expect(constantTimeEquals('\u00e9', 'e\u0301')).toBe(false);
    expect(constantTimeEquals('\ud800', '\ufffd')).toBe(false);
    expect(constantTimeEquals('', '')).toBe(true);
  });
});

describe('sha256Hex', () => {
  it('is the digest of FIPS 180-4 examples', () => {
    expect(sha256Hex('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    expect(sha256Hex('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  });
});

describe('random texts', () => {
  it('have the length asked for and differ', () => {
    expect(randomToken(32)).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(randomHex(24)).toMatch(/^[0-9a-f]{48}$/);
    expect(randomToken(32)).not.toBe(randomToken(32));
  });
});
