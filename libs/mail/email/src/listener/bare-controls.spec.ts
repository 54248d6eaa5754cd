import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BareControls } from './bare-controls.js';

/** Returns whether a message that arrives in chunks of this size has a bare CR or LF, or NUL. */
function found(text: string, size: number): boolean {
  const controls = new BareControls();
  const chunks = Array.from({ length: Math.ceil(text.length / size) }, (_, n) => text.slice(n * size, (n + 1) * size));
  return chunks.map((chunk) => controls.found(Buffer.from(chunk))).includes(true);
}

describe('a control character by which readers differ', () => {
  it.each(['a\nb\r\n', '\n\r\n', 'a\rb\r\n', 'a\r\r\n', 'a\u0000b\r\n', 'a\r\n\n\r\n'])('is found in %j', (text) => {
    for (let size = 1; size <= text.length; size += 1) expect([size, found(text, size)]).toEqual([size, true]);
  });

  it.each(['', 'a\r\nb\r\n', '\r\n\r\n', 'tab\tand é\r\n'])('is none in %j', (text) => {
    for (let size = 1; size <= text.length + 1; size += 1) expect([size, found(text, size)]).toEqual([size, false]);
  });

  it('is found in any text as by a pattern', () => {
    const texts = fc.string({ unit: fc.constantFrom('\r', '\n', '\r\n', '\u0000', 'a'), maxLength: 12 });
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 9 }), (text, size) => {
        const whole = `${text}a\r\n`;
        expect(found(whole, size)).toBe(/\r(?!\n)|(?<!\r)\n|\0/.test(whole));
      }),
    );
  });
});
