import fc from 'fast-check';
import smpp from 'smpp';
import { describe, expect, it } from 'vitest';
import { encodeGsm7, gsm7Septets } from './gsm7.js';
import { smsSegments, splitBody } from './segments.js';

const BASIC_TEXT = '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./09:;<=>?¡AZÄÖÑÜ§¿azäöñüà';
const EXTENDED = '\f^{}\\[~]|€';

describe('smsSegments', () => {
  it.each([
    ['nothing', '', 'gsm7', 1, 0],
    ['160 of the basic table', 'a'.repeat(160), 'gsm7', 1, 160],
    ['161 of the basic table', 'a'.repeat(161), 'gsm7', 2, 161],
    ['306, two full parts', 'a'.repeat(306), 'gsm7', 2, 306],
    ['307, one more', 'a'.repeat(307), 'gsm7', 3, 307],
    ['80 of the extension table', '€'.repeat(80), 'gsm7', 1, 160],
    ['81 of the extension table', '€'.repeat(81), 'gsm7', 2, 162],
    ['an extended character that would be cut', `${'a'.repeat(152)}€${'a'.repeat(152)}`, 'gsm7', 3, 306],
    ['70 code units', 'ж'.repeat(70), 'ucs2', 1, 70],
    ['71 code units', 'ж'.repeat(71), 'ucs2', 2, 71],
    ['134, two full parts', 'ж'.repeat(134), 'ucs2', 2, 134],
    ['135, one more', 'ж'.repeat(135), 'ucs2', 3, 135],
    ['35 emoji', '😀'.repeat(35), 'ucs2', 1, 70],
    ['66 code units and emoji that would be cut', `${'ж'.repeat(66)}😀😀`, 'ucs2', 1, 70],
    ['as much, and longer than one message', `${'ж'.repeat(66)}${'😀'.repeat(34)}`, 'ucs2', 3, 134],
    ['one character outside the alphabet', `ç${'a'.repeat(70)}`, 'ucs2', 2, 71],
  ])('of %s', (_, body, encoding, segments, units) => {
    expect(smsSegments(body)).toEqual({ encoding, segments, units });
  });

  it('uses seven bits exactly for the characters of the tables', () => {
    for (const character of BASIC_TEXT) expect(smsSegments(character)).toMatchObject({ encoding: 'gsm7', units: 1 });
    for (const character of EXTENDED) expect(smsSegments(character)).toMatchObject({ encoding: 'gsm7', units: 2 });
    for (const character of 'ç`\t\0\u001b\u00a0’“') expect(smsSegments(character).encoding).toBe('ucs2');
  });
});

describe('splitBody', () => {
  const bodies = fc.oneof(
    fc.array(fc.constantFrom(...BASIC_TEXT, ...EXTENDED), { maxLength: 700 }).map((all) => all.join('')),
    fc.string({ unit: 'binary', maxLength: 400 }),
    fc.array(fc.constantFrom('a', 'ж', '😀', '\ud800'), { maxLength: 400 }).map((all) => all.join('')),
  );

  it('loses nothing, splits no character and overfills no part', () => {
    fc.assert(
      fc.property(bodies, (body) => {
        const { encoding, parts, units } = splitBody(body);
        expect(parts.join('')).toBe(body);
        const sizes = parts.map((part) => sizeIn(encoding, part));
        expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(units);
        const [single, part] = encoding === 'gsm7' ? [160, 153] : [70, 67];
        if (parts.length === 1) expect(units).toBeLessThanOrEqual(single);
        else expect(Math.max(...sizes)).toBeLessThanOrEqual(part);
        expect(parts.flatMap((text) => [...text])).toEqual([...body]);
      }),
    );
  });

  it('leaves at most one unit of a part unused', () => {
    fc.assert(
      fc.property(bodies, (body) => {
        const { encoding, parts } = splitBody(body);
        const least = encoding === 'gsm7' ? 152 : 66;
        for (const part of parts.slice(0, -1)) expect(sizeIn(encoding, part)).toBeGreaterThanOrEqual(least);
      }),
    );
  });
});

describe('encodeGsm7', () => {
  it('has the 127 characters of one table and the 10 of the other, like the package smpp', () => {
    const known = Array.from({ length: 0x1_0000 }, (_, code) => String.fromCodePoint(code)).filter(gsm7Septets);
    expect(known).toHaveLength(137);
    for (const character of known) expect(encodeGsm7(character)).toEqual(smpp.encodings.ASCII.encode(character));
  });

  it('writes one septet per octet, with an escape before those of the extension table', () => {
    expect([...encodeGsm7('@Az€')]).toEqual([0x00, 0x41, 0x7a, 0x1b, 0x65]);
  });

  it('has different octets for each character', () => {
    const all = [...BASIC_TEXT, ...EXTENDED].map((character) => encodeGsm7(character).toString('hex'));
    expect(new Set(all).size).toBe(all.length);
    expect(gsm7Septets('\u001b')).toBeUndefined();
    expect(() => encodeGsm7('ж')).toThrow(RangeError);
  });
});

function sizeIn(encoding: string, text: string): number {
  return encoding === 'gsm7' ? encodeGsm7(text).length : text.length;
}
