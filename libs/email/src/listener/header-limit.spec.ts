import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HeaderLimit } from './header-limit.js';

const KIB_64 = 65_536;

/** Whether a message is refused, when it arrives in chunks of this size. */
function isRefused(text: string, size = 7_000): boolean {
  const limit = new HeaderLimit();
  const chunks = Array.from({ length: Math.ceil(text.length / size) }, (_, n) => text.slice(n * size, (n + 1) * size));
  return chunks.some((chunk) => limit.isExceededBy(Buffer.from(chunk, 'latin1')));
}

describe('a header', () => {
  it.each(['\r\n', '\n'])('of 1,000 lines that end with %j is taken, and no more lines', (end) => {
    expect(isRefused(`a: b${end}`.repeat(1_000) + end + 'body')).toBe(false);
    expect(isRefused(`a: b${end}`.repeat(1_001) + end + 'body')).toBe(true);
    expect(isRefused(`a: b${end}` + ` c${end}`.repeat(1_000) + end + 'body')).toBe(true);
  });

  it('of 64 KiB is taken, and no more bytes', () => {
    expect(isRefused(`${'a'.repeat(KIB_64 - 2)}\r\n\r\nbody`)).toBe(false);
    expect(isRefused(`${'a'.repeat(KIB_64 - 1)}\r\n\r\nbody`)).toBe(true);
    expect(isRefused('\r'.repeat(KIB_64 + 1))).toBe(true);
  });

  it('counts without the body after it, whatever that is', () => {
    expect(isRefused(`a: b\r\n\r\n${'x\r\n'.repeat(100_000)}`)).toBe(false);
    expect(isRefused(`\r\n${'x'.repeat(300_000)}`)).toBe(false);
  });

  it('is judged alike however it is cut', () => {
    const line = fc.string({ unit: fc.constantFrom('\r', '\n', 'a', ' '), maxLength: 8 });
    fc.assert(
      fc.property(line, fc.integer({ min: 1, max: 11 }), fc.integer({ min: 990, max: 1_010 }), (text, size, lines) => {
        const message = `${'a\r\n'.repeat(lines)}${text}\n\nbody`;
        expect(isRefused(message, size)).toBe(isRefused(message, message.length));
      }),
      { numRuns: 30 },
    );
  });
});
