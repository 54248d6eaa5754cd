import { inspect } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DataKey } from './data-key.js';
import { BrokenSeal } from './errors.js';

const key = DataKey.generate();

describe('a data key', () => {
  it('opens what it sealed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (value, purpose) => {
        expect(key.open(purpose, key.seal(purpose, value))).toBe(value);
      }),
    );
  });

  it('seals equal values differently', () => {
    expect(key.seal('email', 'a@example.com')).not.toEqual(key.seal('email', 'a@example.com'));
  });

  it('opens nothing for another purpose, of another key, or that was changed', () => {
    const sealed = key.seal('email', 'a@example.com');
    const changed = Buffer.from(sealed);
    changed[changed.length - 1]! ^= 1;
    expect(() => key.open('phone', sealed)).toThrow(BrokenSeal);
    expect(() => DataKey.generate().open('email', sealed)).toThrow(BrokenSeal);
    expect(() => key.open('email', changed)).toThrow(BrokenSeal);
    expect(() => key.open('email', sealed.subarray(0, 20))).toThrow(BrokenSeal);
  });

  it('is the same key again from its bytes', () => {
    const again = DataKey.fromBytes(key.exportBytes());
    expect(again.open('email', key.seal('email', 'a@example.com'))).toBe('a@example.com');
    expect(again.blindIndex('email', 'a')).toEqual(key.blindIndex('email', 'a'));
    expect(() => DataKey.fromBytes(Buffer.alloc(31))).toThrow(BrokenSeal);
  });

  it('indexes equal values alike, of one purpose and one key alone', () => {
    expect(key.blindIndex('email', 'a')).toEqual(key.blindIndex('email', 'a'));
    expect(key.blindIndex('email', 'a')).not.toEqual(key.blindIndex('email', 'b'));
    expect(key.blindIndex('email', 'a')).not.toEqual(key.blindIndex('phone', 'a'));
    expect(key.blindIndex('email', 'a')).not.toEqual(DataKey.generate().blindIndex('email', 'a'));
  });

  it('shows its bytes neither printed nor as JSON', () => {
    const shown = `${inspect(key)} ${JSON.stringify({ key })}`;
    expect(shown).not.toContain(key.exportBytes().toString('base64').slice(0, 10));
    expect(shown).not.toContain('bytes');
  });
});
