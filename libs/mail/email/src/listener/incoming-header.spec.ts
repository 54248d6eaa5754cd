import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type HeaderFault, IncomingHeader } from './incoming-header.js';

const KIB_64 = 65_536;

/** The fault of a message that arrives in chunks of this size. */
function faultOf(text: string, size = 7_000): HeaderFault | undefined {
  const header = new IncomingHeader();
  const chunks = Array.from({ length: Math.ceil(text.length / size) }, (_, n) => text.slice(n * size, (n + 1) * size));
  return chunks.map((chunk) => header.faultIn(Buffer.from(chunk, 'latin1'))).find((fault) => fault !== undefined);
}

describe('a header', () => {
  it.each(['\r\n', '\n'])('of 1,000 lines that end with %j is taken, and no more lines', (end) => {
    expect(faultOf(`a: b${end}`.repeat(1_000) + end + 'body')).toBeUndefined();
    expect(faultOf(`a: b${end}`.repeat(1_001) + end + 'body')).toBe('too large');
    expect(faultOf(`a: b${end}` + ` c${end}`.repeat(1_000) + end + 'body')).toBe('too large');
  });

  it('of 64 KiB is taken, and no more bytes', () => {
    expect(faultOf(`${'a'.repeat(KIB_64 - 4)}\r\n\r\nbody`)).toBeUndefined();
    expect(faultOf(`${'a'.repeat(KIB_64 - 3)}\r\n\r\nbody`)).toBe('too large');
  });

  it.each(['a: b\rc\r\n\r\n', 'a: b\r\r\n\r\n', '\ra: b\n\n', 'a: b\r\r\r', '\r\r\nbody'])(
    '%j has a CR that ends no line',
    (text) => {
      for (let size = 1; size <= text.length; size += 1) expect([size, faultOf(text, size)]).toEqual([size, 'bare CR']);
    },
  );

  it.each(['a: b\r\n\r\nx\ry', 'a: b\n\nx\r\ry', '\r\n\rx', 'a: b\r', '\r', ''])('%j has none', (text) => {
    for (let size = 1; size <= text.length; size += 1) expect([size, faultOf(text, size)]).toEqual([size, undefined]);
  });

  it('counts without the body after it, whatever that is', () => {
    expect(faultOf(`a: b\r\n\r\n${'x\r\n'.repeat(100_000)}`)).toBeUndefined();
    expect(faultOf(`\r\n${'x'.repeat(300_000)}`)).toBeUndefined();
  });

  it('is judged alike however it is cut', () => {
    const line = fc.string({ unit: fc.constantFrom('\r', '\n', 'a', ' '), maxLength: 8 });
    fc.assert(
      fc.property(line, fc.integer({ min: 1, max: 11 }), fc.integer({ min: 990, max: 1_010 }), (text, size, lines) => {
        const message = `${'a\r\n'.repeat(lines)}${text}\n\nbody`;
        expect(faultOf(message, size) === undefined).toBe(faultOf(message, message.length) === undefined);
      }),
      { numRuns: 30 },
    );
  });
});
