import { describe, expect, it } from 'vitest';
import { DotStuffing } from './dot-stuffing.js';

/** The form of DATA of a message that is read in pieces. */
function framed(...pieces: string[]): string {
  const stuffing = new DotStuffing();
  const chunks = pieces.map((piece) => stuffing.next(Buffer.from(piece)).toString());
  return chunks.join('') + stuffing.end().toString();
}

describe('content in the form of DATA', () => {
  it.each<[string, string[], string]>([
    ['a dot at the beginning', ['.x\r\n'], '..x\r\n.\r\n'],
    ['dots at the beginning of lines', ['a\r\n.b\r\n..c\r\nd.e\r\n'], 'a\r\n..b\r\n...c\r\nd.e\r\n.\r\n'],
    ['dots after bare line breaks', ['a\n.b\n..c\r\n'], 'a\n..b\n...c\r\n.\r\n'],
    ['a dot in the piece after its line break', ['a\r', '\n', '.', 'b\r\n'], 'a\r\n..b\r\n.\r\n'],
    ['a dot that only begins a piece', ['a', '.b\r\n'], 'a.b\r\n.\r\n'],
    ['a last line without an end', ['a\r\nb'], 'a\r\nb\r\n.\r\n'],
    ['a last line with a bare end', ['a\n'], 'a\n\r\n.\r\n'],
    ['an end in two pieces', ['a\r', '\n'], 'a\r\n.\r\n'],
    ['nothing', [], '.\r\n'],
    ['empty pieces', ['', 'a\r\n', '', '.', ''], 'a\r\n..\r\n.\r\n'],
  ])('has %s', (_what, pieces, expected) => {
    expect(framed(...pieces)).toBe(expected);
  });

  it('is the same wherever the content is cut', () => {
    const text = '.\n..\r\n.a\r\n\n.b\r.c\r\n.\n.';
    const whole = framed(text);
    for (let at = 0; at <= text.length; at += 1) expect(framed(text.slice(0, at), text.slice(at))).toBe(whole);
    expect(framed(...text)).toBe(whole);
  });

  it('leaves content without such dots as it is, without a copy', () => {
    const chunk = Buffer.from('a\r\nb.c\r\n');
    expect(new DotStuffing().next(chunk)).toBe(chunk);
  });
});
