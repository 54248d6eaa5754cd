import { Buffer } from 'node:buffer';

const MAX_LINE = 998;
/** RFC 2045 section 6.7 (5) and 6.8: 76 characters a line, of which a soft break takes one. */
const ENCODED_LINE = 76;

const TAB = 0x09;
const LF = 0x0a;
const CR = 0x0d;
const SPACE = 0x20;
const EQUALS = 0x3d;
const HEX = Buffer.from('0123456789ABCDEF');

export interface EncodedText {
  encoding: '7bit' | 'quoted-printable' | 'base64';
  /** ASCII in lines that end with CRLF, except possibly the last one. */
  content: string;
}

/** Encodes a text body in the shortest form that every server transports: 7bit, quoted-printable or base64. */
export function encodeText(text: string): EncodedText {
  const lines = withCrlf(text);
  // Control characters other than tab, CR and LF are encoded, because many gateways drop or replace them.
  if (!/[^\t\r\n\x20-\x7e]/.test(lines) && longestLine(lines) <= MAX_LINE) return { encoding: '7bit', content: lines };
  const bytes = Buffer.from(lines);
  const escapes = countEscapes(bytes);
  // Quoted-printable takes two characters more for an escape, base64 a third more for everything.
  if (escapes * 6 > bytes.length) return { encoding: 'base64', content: base64Lines(bytes) };
  return { encoding: 'quoted-printable', content: quotedPrintable(bytes, escapes) };
}

/** Replaces CR, LF and CRLF by CRLF. */
function withCrlf(text: string): string {
  return text.includes('\n') || text.includes('\r') ? text.replace(/\r\n|\r|\n/g, '\r\n') : text;
}

function longestLine(text: string): number {
  let longest = 0;
  let start = 0;
  for (let end = text.indexOf('\r\n'); end >= 0; end = text.indexOf('\r\n', start)) {
    longest = Math.max(longest, end - start);
    start = end + 2;
  }
  return Math.max(longest, text.length - start);
}

function needsEscape(byte: number): boolean {
  return byte > 0x7e || byte === EQUALS || (byte < SPACE && byte !== TAB && byte !== CR && byte !== LF);
}

function countEscapes(bytes: Buffer): number {
  let escapes = 0;
  for (let at = 0; at < bytes.length; at++) if (needsEscape(bytes[at]!)) escapes++;
  return escapes;
}

/** RFC 2045 section 6.7, for text whose line breaks are all CRLF. */
function quotedPrintable(bytes: Buffer, escapes: number): string {
  const unbroken = bytes.length + 2 * escapes;
  // Upper bound: the escapes, a soft break for each 73 characters, and escaped spaces and tabs at line ends.
  const out = Buffer.allocUnsafe(3 * (Math.ceil(unbroken / 72) + 1) + 3 * unbroken);
  let length = 0;
  let column = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (byte === CR) {
      out[length++] = CR;
      out[length++] = LF;
      at++;
      column = 0;
      continue;
    }
    const blankAtEnd = (byte === SPACE || byte === TAB) && (at + 1 === bytes.length || bytes[at + 1] === CR);
    const escaped = blankAtEnd || needsEscape(byte);
    const width = escaped ? 3 : 1;
    const lastOfLine = at + 1 === bytes.length || bytes[at + 1] === CR;
    if (column + width > (lastOfLine ? ENCODED_LINE : ENCODED_LINE - 1)) {
      out[length++] = EQUALS;
      out[length++] = CR;
      out[length++] = LF;
      column = 0;
    }
    if (escaped) {
      out[length++] = EQUALS;
      out[length++] = HEX[byte >> 4]!;
      out[length++] = HEX[byte & 15]!;
    } else out[length++] = byte;
    column += width;
  }
  return out.toString('latin1', 0, length);
}

/** RFC 2045 section 6.8, in lines of 76 characters, without a line break at the end. */
export function base64Lines(bytes: Buffer): string {
  const encoded = bytes.toString('base64');
  if (encoded.length <= ENCODED_LINE) return encoded;
  const source = Buffer.from(encoded, 'latin1');
  const breaks = Math.ceil(source.length / ENCODED_LINE) - 1;
  const out = Buffer.allocUnsafe(source.length + 2 * breaks);
  let length = 0;
  for (let at = 0; at < source.length; at += ENCODED_LINE) {
    if (at > 0) {
      out[length++] = CR;
      out[length++] = LF;
    }
    length += source.copy(out, length, at, at + ENCODED_LINE);
  }
  return out.toString('latin1', 0, length);
}
