import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toXtext } from './xtext.js';

const fromXtext = (text: string): string =>
  text.replaceAll(/\+([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

const ascii = fc.string({ unit: fc.integer({ min: 0, max: 127 }).map((code) => String.fromCharCode(code)) });

it('is what it was when it is read back, and has no character that ends a parameter', () => {
  fc.assert(
    fc.property(ascii, (text) => {
      const written = toXtext(text);
      expect(written).toMatch(/^(?:[!-*,-<>-~]|\+[0-9A-F]{2})*$/);
      expect(fromXtext(written)).toBe(text);
    }),
  );
});
