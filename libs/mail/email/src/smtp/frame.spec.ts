import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FINAL_DOT, frameMessage } from './frame.js';

/** Removes the framing as RFC 5321, section 4.5.2, requires of a server, written plainly. */
function unstuff(framed: string): string {
  expect(framed.endsWith(`\r\n${FINAL_DOT}`) || framed === FINAL_DOT).toBe(true);
  const lines = framed.slice(0, -FINAL_DOT.length).split('\r\n');
  expect(lines).not.toContain('.');
  return lines.map((line) => (line.startsWith('.') ? line.slice(1) : line)).join('\r\n');
}

describe('frameMessage', () => {
  it('arrives unchanged, except that line breaks become CRLF', () => {
    const pieces = fc.array(fc.constantFrom('.', '..', '\r\n', '\n', '\r', 'a', '\r\n.\r\n', '\n.\n', 'é'), {
      maxLength: 30,
    });
    fc.assert(
      fc.property(pieces, (parts) => {
        const message = parts.join('');
        const whole = message.replace(/\r\n|\r|\n/g, '\r\n');
        const expected = whole === '' || whole.endsWith('\r\n') ? whole : `${whole}\r\n`;
        expect(unstuff(frameMessage(Buffer.from(message), FINAL_DOT).toString())).toBe(expected);
      }),
      { numRuns: 2000 },
    );
  });

  it('puts the trailer behind the message in the same buffer', () => {
    expect(frameMessage(Buffer.from('.a'), '.\r\nRSET\r\n').toString()).toBe('..a\r\n.\r\nRSET\r\n');
  });
});
