import { Buffer } from 'node:buffer';

const TAB = 0x09;
const LF = 0x0a;
const CR = 0x0d;
const SPACE = 0x20;

/**
 * The relaxed body of RFC 6376 section 3.4.4, for a body whose line breaks are all CRLF: runs of blanks become one space;
 * blanks at line ends and empty lines at the end of the body are removed.
 */
export function relaxedBody(body: Buffer): Buffer {
  const out = Buffer.allocUnsafe(body.length + 2);
  let length = 0;
  let breaks = 0;
  let blank = false;
  for (let at = 0; at < body.length; at++) {
    const byte = body[at]!;
    if (byte === SPACE || byte === TAB) blank = true;
    else if (byte === CR) {
      breaks++;
      blank = false;
      at++;
    } else {
      for (; breaks > 0; breaks--) {
        out[length++] = CR;
        out[length++] = LF;
      }
      if (blank) out[length++] = SPACE;
      blank = false;
      out[length++] = byte;
    }
  }
  if (length === 0) return out.subarray(0, 0);
  out[length++] = CR;
  out[length++] = LF;
  return out.subarray(0, length);
}

/** The relaxed form of one header field (RFC 6376 section 3.4.2), without its CRLF. */
export function relaxedHeader(lowerCaseName: string, value: string): string {
  const unfolded = value.replace(/[ \t\r\n]+/g, ' ');
  const start = unfolded.startsWith(' ') ? 1 : 0;
  const end = unfolded.length > start && unfolded.endsWith(' ') ? unfolded.length - 1 : unfolded.length;
  return `${lowerCaseName}:${unfolded.slice(start, end)}`;
}
