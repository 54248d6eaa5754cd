import { Buffer, isAscii, isUtf8 } from 'node:buffer';
import { encodeWords } from './encoded-word.js';
import { foldedHeader, textHeader } from './header.js';
import { type HeaderLines, unfolded } from './header-lines.js';
import { readRawMessage } from './raw-message.js';

const OF_ADDRESSES = new Set(['from', 'sender', 'reply-to', 'to', 'cc']);
/** Name before an address in angle brackets, in quotes or without. */
const NAMES = /"((?:[^"\\]|\\.)*)"(?=\s*<)|([^",;:<>]+)(?=<)/gu;

/**
 * A raw message with the text of its headers as encoded-words (RFC 2047), for a server without SMTPUTF8. An
 * address stays what it is, and so do the headers that say how the body is read.
 * @throws InvalidMail
 */
export function withAsciiHeaders(message: Buffer): Buffer {
  const { fields, rest } = readRawMessage(message);
  const section = Buffer.from(fields.map(inAscii).join(''), 'latin1');
  return Buffer.concat([section, rest]);
}

function inAscii(field: HeaderLines): string {
  const bytes = Buffer.from(unfolded(field.lines), 'latin1');
  if (isAscii(bytes) || field.name.startsWith('content-')) return field.lines;
  const name = field.lines.slice(0, field.lines.indexOf(':')).trim();
  const text = bytes.toString(isUtf8(bytes) ? 'utf8' : 'latin1');
  return OF_ADDRESSES.has(field.name) ? Buffer.from(addresses(name, text)).toString('latin1') : textHeader(name, text);
}

function addresses(name: string, text: string): string {
  const encoded = text.replace(NAMES, (whole, quoted?: string, bare?: string) => {
    const phrase = (quoted?.replace(/\\(.)/gu, '$1') ?? bare ?? '').trim();
    if (isAscii(Buffer.from(phrase))) return whole;
    return ` ${encodeWords(phrase).join(' ')} `;
  });
  return foldedHeader(name, encoded.trim().split(/ +/));
}
