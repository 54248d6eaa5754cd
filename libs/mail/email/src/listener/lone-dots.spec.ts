import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LoneDots } from './lone-dots.js';

function found(text: string, size = text.length): boolean {
  const dots = new LoneDots();
  const chunks = Array.from({ length: Math.ceil(text.length / size) }, (_, n) => text.slice(n * size, (n + 1) * size));
  return chunks.some((chunk) => dots.found(Buffer.from(chunk)));
}

describe('a line of one dot', () => {
  it.each(['a\n.\r\nb', 'a\n.\nb', 'a\r\n.\nb', 'a\r\n.\rb', 'a\r.\r\nb', 'a\r.\rb', '.\nb', 'a\r\n.\r\r\nb'])(
    'with a bare line ending is found in %j, however it is cut',
    (text) => {
      for (let size = 1; size <= text.length; size += 1) expect([size, found(text, size)]).toEqual([size, true]);
    },
  );

  it.each(['a\r\n.\r\nb', 'a\n..\nb', 'a\n.b\n', 'a.\n', '.\r\n', 'a\n\n\r\r', ''])('is none in %j', (text) => {
    for (let size = 1; size <= text.length; size += 1) expect([size, found(text, size)]).toEqual([size, false]);
  });

  it('is found in any text as by a pattern', () => {
    const texts = fc.string({ unit: fc.constantFrom('\r', '\n', '.', 'a'), maxLength: 30 });
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 9 }), (text, size) => {
        const whole = `\r\n${text}aa`;
        const dots = [...whole.matchAll(/(?<=[\r\n])\.(?=[\r\n])/g)];
        const alone = dots.some(({ index }) => whole.slice(index - 2, index + 3) !== '\r\n.\r\n');
        expect(found(`${text}aa`, size)).toBe(alone);
      }),
    );
  });
});
