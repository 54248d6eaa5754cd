import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ReplyParser, SmtpProtocolError } from './reply.js';

function parse(...chunks: string[]) {
  const parser = new ReplyParser();
  return chunks.flatMap((chunk) => parser.push(Buffer.from(chunk)));
}

describe('ReplyParser', () => {
  it('reads replies of one line and of several', () => {
    const replies = parse('220 hi\r\n250-a\r\n250-PIPELINING\r\n250 SIZE 10\r\n250\r\n354 go\n');
    expect(replies.map(({ code, lines }) => [code, lines])).toEqual([
      [220, ['hi']],
      [250, ['a', 'PIPELINING', 'SIZE 10']],
      [250, ['']],
      [354, ['go']],
    ]);
  });

  it('reads the same replies for any chunks', () => {
    const whole = '250-first\r\n250 2.1.0 fine\r\n550 5.1.1 não\r\n';
    fc.assert(
      fc.property(fc.array(fc.nat(whole.length), { maxLength: 6 }), (cuts) => {
        const parser = new ReplyParser();
        const bytes = Buffer.from(whole);
        const borders = [0, ...cuts.sort((a, b) => a - b), bytes.length];
        const replies = borders.slice(1).flatMap((end, index) => parser.push(bytes.subarray(borders[index], end)));
        expect(replies.map(({ text }) => text)).toEqual(['250 first 2.1.0 fine', '550 5.1.1 não']);
        expect(parser.pending).toBe(false);
      }),
    );
  });

  it('finds an enhanced status code only if its class is that of the reply', () => {
    const [good, none, other] = parse('550 5.1.1 no\r\n250 ok\r\n250 5.1.1 odd\r\n');
    expect([good?.enhanced, none?.enhanced, other?.enhanced]).toEqual(['5.1.1', undefined, undefined]);
  });

  it('gives text without control characters and of bounded length', () => {
    const [reply] = parse(`550-a\0b\x1b[31m\r\n550 ${'x'.repeat(4000)}\r\n`);
    // eslint-disable-next-line no-control-regex -- looking for control characters
    expect(reply?.text).toMatch(/^[^\0-\x1f]{1,1000}$/);
  });

  it.each([
    ['no code', 'hello\r\n'],
    ['an impossible code', '150 a\r\n'],
    ['another separator', '250_a\r\n'],
    ['two codes in one reply', '250-a\r\n251 b\r\n'],
    ['a line without end', 'x'.repeat(5000)],
    ['a line of enormous length', `250 ${'x'.repeat(5000)}\r\n`],
    ['a reply without end', '250-a\r\n'.repeat(200)],
  ])('throws on %s', (_, text) => {
    expect(() => parse(text)).toThrow(SmtpProtocolError);
  });
});
