import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeWords } from './encoded-word.js';
import { addressHeader, textHeader } from './header.js';
import { parseMailbox, quote } from './mailbox.js';

/** A header as its reader sees it: in one line, without its name. */
const unfolded = (header: string): string =>
  header
    .replaceAll(/\r\n(?=[ \t])/g, '')
    .replace(/^[^:]+: ?/, '')
    .trimEnd();

const linesOf = (header: string): string[] => header.slice(0, -2).split('\r\n');

const word = fc.string({ unit: fc.constantFrom(...'ab<>@.:-"(),;=?'), minLength: 1, maxLength: 120 });
const name = fc.constantFrom('References', 'X-Campaign', 'List-Unsubscribe', 'Subject');

describe('a folded header', () => {
  it('says in lines of up to 998 characters what was to be said', () => {
    fc.assert(
      fc.property(name, fc.array(word, { minLength: 1, maxLength: 60 }), (header, words) => {
        const value = words.join(' ');
        const written = textHeader(header, value);
        expect(Math.max(...linesOf(written).map(({ length }) => length))).toBeLessThanOrEqual(998);
        for (const line of linesOf(written)) expect(line.trim()).not.toBe('');
        if (!value.includes('=?')) expect(unfolded(written)).toBe(value);
      }),
    );
  });

  it('keeps text of any language', () => {
    const text = fc.array(fc.constantFrom('Olá', '日本語', '😀', 'a', 'b c', 'é'.repeat(40)), {
      minLength: 1,
      maxLength: 40,
    });
    fc.assert(
      fc.property(name, text, (header, pieces) => {
        const value = pieces.join(' ');
        const written = textHeader(header, value);
        expect(Math.max(...linesOf(written).map(({ length }) => length))).toBeLessThanOrEqual(998);
        expect(decodeWords(unfolded(written))).toBe(value);
      }),
    );
  });

  it('keeps the names and addresses of any mailboxes', () => {
    const display = fc
      .string({ unit: fc.constantFrom(...'aé ,:;()[]<>@"\\.😀'), maxLength: 90 })
      .map((text) => text.replace(/ +/g, ' ').trim());
    fc.assert(
      fc.property(fc.array(display, { minLength: 1, maxLength: 5 }), (names) => {
        const mailboxes = names.map((text, n) => parseMailbox(`${quote(text)} <a${n}@example.test>`)!);
        expect(mailboxes.map(({ name: shown = '' }) => shown)).toEqual(names);
        const written = addressHeader('To', mailboxes);
        expect(Math.max(...linesOf(written).map(({ length }) => length))).toBeLessThanOrEqual(998);
        const parts = unfolded(written).split(/(?<=@example\.test>?),\s*/);
        expect(parts.map((part) => parseMailbox(part)?.name ?? '')).toEqual(names);
      }),
    );
  });
});
