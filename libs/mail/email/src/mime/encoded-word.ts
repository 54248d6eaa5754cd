import { Buffer, isAscii } from 'node:buffer';
import { decodeText } from '#libs/core/charsets';

const OPENING_Q = '=?UTF-8?Q?';
const OPENING_B = '=?UTF-8?B?';
const CLOSING = '?=';

/** RFC 2047 section 2: an encoded-word is at most 75 characters long, its delimiters included. */
export const MAX_ENCODED_WORD = 75;
/** Room for one character of four bytes. */
const LEAST_ENCODED_WORD = 12 + 12;
const PAYLOAD = MAX_ENCODED_WORD - OPENING_Q.length - CLOSING.length;

const HEX = Array.from({ length: 256 }, (_, byte) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`);

/** The Q encoding of each ASCII character, by the strict set for display names (RFC 2047 section 5 (3)). */
const Q_ASCII = Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (character === ' ') return '_';
  return /[A-Za-z0-9!*+\-/]/.test(character) ? character : HEX[code]!;
});

/**
 * Encodes text as RFC 2047 encoded-words (UTF-8; Q or B, whichever is shorter) of at most 75 characters, without splitting
 * a character. Lone surrogates become U+FFFD. Separate the words by folding space, which readers remove.
 * @param room characters that the first word may have, for what stands before it in its line
 */
export function encodeWords(text: string, room = MAX_ENCODED_WORD): string[] {
  const bytes = Buffer.byteLength(text);
  const escaped = (qLength(text) - bytes) / 2;
  const first = Math.min(Math.max(room, LEAST_ENCODED_WORD), MAX_ENCODED_WORD) - OPENING_Q.length - CLOSING.length;
  return escaped * 6 > bytes ? encodeB(text, first) : encodeQ(text, first);
}

function qLength(text: string): number {
  let length = 0;
  for (const character of text) length += qCharacter(character.codePointAt(0)!).length;
  return length;
}

function encodeQ(text: string, first: number): string[] {
  const words: string[] = [];
  let payload = '';
  for (const character of text) {
    const piece = qCharacter(character.codePointAt(0)!);
    if (payload.length + piece.length > (words.length === 0 ? first : PAYLOAD)) {
      words.push(OPENING_Q + payload + CLOSING);
      payload = '';
    }
    payload += piece;
  }
  words.push(OPENING_Q + payload + CLOSING);
  return words;
}

function qCharacter(code: number): string {
  if (code < 0x80) return Q_ASCII[code]!;
  if (code < 0x800) return HEX[0xc0 | (code >> 6)]! + continuation(code);
  if (code >= 0xd800 && code <= 0xdfff) return '=EF=BF=BD';
  if (code < 0x10000) return HEX[0xe0 | (code >> 12)]! + continuation(code >> 6) + continuation(code);
  return HEX[0xf0 | (code >> 18)]! + continuation(code >> 12) + continuation(code >> 6) + continuation(code);
}

function continuation(bits: number): string {
  return HEX[0x80 | (bits & 0x3f)]!;
}

/** The bytes whose base64 is at most this long. */
const bytesIn = (payload: number) => Math.floor(payload / 4) * 3;

function encodeB(text: string, first: number): string[] {
  const words: string[] = [];
  let piece = '';
  let bytes = 0;
  for (const character of text) {
    const length = utf8Length(character.codePointAt(0)!);
    if (bytes + length > bytesIn(words.length === 0 ? first : PAYLOAD)) {
      words.push(bWord(piece));
      piece = '';
      bytes = 0;
    }
    piece += character;
    bytes += length;
  }
  words.push(bWord(piece));
  return words;
}

function bWord(piece: string): string {
  return OPENING_B + Buffer.from(piece).toString('base64') + CLOSING;
}

function utf8Length(code: number): number {
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code < 0x10000 ? 3 : 4;
}

const ENCODED_WORD = /=\?([\w-]+)(?:\*[\w-]+)?\?([bq])\?([^? ]*)\?=/gi;

/**
 * Decodes the encoded-words of a received text (RFC 2047 section 6). Space between two encoded-words is removed. A word
 * that is malformed or has an unknown charset stays as it is.
 */
export function decodeWords(text: string): string {
  if (!text.includes('=?')) return text;
  const joined = text.replace(/(=\?[\w-]+(?:\*[\w-]+)?\?[bq]\?[^? ]*\?=)\s+(?==\?[\w-]+(?:\*[\w-]+)?\?[bq]\?)/gi, '$1');
  return joined.replace(ENCODED_WORD, (word, charset: string, encoding: string, payload: string) => {
    const bytes = encoding.toUpperCase() === 'B' ? Buffer.from(payload, 'base64') : decodeQ(payload);
    return decodeCharset(bytes, charset) ?? word;
  });
}

function decodeQ(payload: string): Buffer {
  const latin1 = payload
    .replaceAll('_', ' ')
    .replace(/=([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(latin1, 'latin1');
}

function decodeCharset(bytes: Buffer, charset: string): string | undefined {
  if (isAscii(bytes)) return bytes.toString('latin1');
  const { text, isKnown } = decodeText(bytes, charset);
  return isKnown && !text.includes('\ufffd') ? text : undefined;
}
