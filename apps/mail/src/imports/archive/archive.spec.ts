import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatOf } from './archive.js';
import { MboxSplitter } from './mbox.js';
import { flagsOf } from './message-flags.js';

function split(text: string, { size = 7, max = 10_000, start = 0 } = {}) {
  const splitter = new MboxSplitter(max, start);
  const bytes = Buffer.from(text, 'latin1').subarray(start);
  const found = [];
  for (let at = 0; at < bytes.length; at += size) found.push(...splitter.push(bytes.subarray(at, at + size)));
  found.push(...splitter.end());
  return found.map(({ raw, end }) => ({ raw: raw?.toString('latin1') ?? null, end }));
}

const raws = (text: string, options = {}) => split(text, options).map(({ raw }) => raw);
const ONE = 'From a@x.test Thu Jan  1 00:00:00 2015\nSubject: one\n\nfirst\n\n';
const TWO = 'From b@x.test Fri Jan  2 00:00:00 2015\nSubject: two\n\nsecond\n';

describe('a mailbox file', () => {
  it('is cut into messages, with CRLF at the ends of lines', () => {
    const expected = ['Subject: one\r\n\r\nfirst\r\n', 'Subject: two\r\n\r\nsecond\r\n'];
    for (const size of [1, 7, 1_000]) {
      expect(raws(ONE + TWO, { size })).toEqual(expected);
      expect(raws((ONE + TWO).replaceAll('\n', '\r\n'), { size })).toEqual(expected);
    }
  });

  it('has its quoted lines unquoted', () => {
    const body = '>From the start\n>>From it\n> From me\n>Frog\n';
    expect(raws(`${ONE.trimEnd()}\n${body}`)[0]).toContain('From the start\r\n>From it\r\n> From me\r\n>Frog\r\n');
  });

  it('is cut at separators without a blank line before, and not at text that looks like one', () => {
    const dense = ONE.trimEnd();
    expect(raws(`${dense}\n${TWO}`)).toHaveLength(2);
    expect(raws(`${ONE}From here on, all is well.\nBye\n`)).toEqual([
      'Subject: one\r\n\r\nfirst\r\n\r\nFrom here on, all is well.\r\nBye\r\n',
    ]);
    expect(raws(`${dense}\nFrom now: it is text\nKey: value\n`)).toHaveLength(1);
    expect(
      raws(
        `From 1593@xxx Thu Jan 01 00:00:00 +0000 2015\nSubject: one\n\nx\nFrom 1594@xxx Thu Jan 01 00:00:00 +0000 2015\nA: b\n`,
      ),
    ).toHaveLength(2);
  });

  it('is read on from the end of any message', () => {
    const text = ONE + TWO + ONE;
    const all = split(text);
    expect(all.at(-1)!.end).toBe(text.length);
    for (const [index, { end }] of all.entries()) expect(split(text, { start: end })).toEqual(all.slice(index + 1));
  });

  it('may have messages that are too large, and lines without an end', () => {
    const huge = `From a@x.test Thu Jan  1 00:00:00 2015\nSubject: huge\n\n${'x'.repeat(3_000_000)}\n\n`;
    expect(raws(ONE + huge + TWO, { size: 65_536, max: 1_000 }).map((raw) => raw?.slice(9, 12) ?? null)).toEqual([
      'one',
      null,
      'two',
    ]);
    expect(raws(ONE + huge + TWO, { size: 65_536, max: 4_000_000 })[1]).toHaveLength(3_000_019);
  });

  it('is cut the same however it is read', () => {
    const line = fc.constantFrom('', 'x', 'A: b', 'From a', '>From b', 'From c Thu Jan  1 00:00:00 2015', '\r');
    const text = fc.array(line, { maxLength: 30 }).map((lines) => `From a\n${lines.join('\n')}`);
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 40 }), (given, size) => {
        const whole = split(given, { size: 1e6 });
        expect(split(given, { size })).toEqual(whole);
        for (const [index, { end }] of whole.entries())
          expect(split(given, { start: end })).toEqual(whole.slice(index + 1));
      }),
    );
  });
});

describe('a file', () => {
  it.each([
    ['mbox', 'From a@x.test\nSubject: x\n'],
    ['mbox', '\n\nFrom a@x.test\nSubject: x\n'],
    ['eml', 'Received: from x\r\n by y\r\n'],
    ['zip', 'PK\x03\x04abc'],
    [undefined, '\x89PNG\r\n'],
    [undefined, ''],
    [undefined, 'Hello there'],
  ])('is %s by its beginning', (format, text) => {
    expect(formatOf(Buffer.from(text, 'latin1'))).toBe(format);
  });
});

describe('the flags of a message', () => {
  const flags = (...fields: [string, string][]) =>
    Object.values(flagsOf({ headers: fields.map(([name, value]) => ({ name, value })) })).join();

  it('are those of Gmail, of mbox, or of Thunderbird', () => {
    expect(flags()).toBe('true,false,inbox');
    expect(flags(['Status', 'RO'], ['X-Status', 'AF'])).toBe('true,true,inbox');
    expect(flags(['Status', 'O'])).toBe('false,false,inbox');
    expect(flags(['X-Mozilla-Status', '0005'])).toBe('true,true,inbox');
    expect(flags(['X-Mozilla-Status', '0000'])).toBe('false,false,inbox');
    expect(flags(['X-Gmail-Labels', 'Inbox,Starred,Unread'])).toBe('false,true,inbox');
    expect(flags(['X-Gmail-Labels', 'Enviados,Opened'])).toBe('true,false,sent');
    expect(flags(['X-Gmail-Labels', '=?UTF-8?Q?N=C3=A3o_lidas,Lixeira?='])).toBe('false,false,trash');
    expect(flags(['X-Gmail-Labels', 'Work'])).toBe('true,false,archive');
  });
});
