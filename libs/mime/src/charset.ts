import { isAscii } from 'node:buffer';

/** Labels that mails have and the Encoding Standard does not know. */
const ALIASES: Readonly<Record<string, string>> = {
  'utf-8-strict': 'utf-8',
  utf8mb4: 'utf-8',
  'cp-850': 'windows-1252',
  cp850: 'windows-1252',
  'iso-8859-8-e': 'iso-8859-8',
  ansi: 'windows-1252',
  'x-unknown': 'windows-1252',
};

/**
 * Reads text in the charset that it claims to have. Without one, in ASCII, and in an unknown charset it is UTF-8 if its bytes
 * are, else windows-1252; so is text that claims to be UTF-8 and is not. `isKnown` tells whether the charset is one.
 */
export function decodeText(bytes: Uint8Array, charset: string | undefined): { text: string; isKnown: boolean } {
  const label = (charset ?? '')
    .trim()
    .toLowerCase()
    .replaceAll(/^["']|["']$/g, '');
  const name = ALIASES[label] ?? label;
  if (name === '' || name === 'us-ascii' || name === 'ascii' || name === 'utf-8' || name === 'utf8')
    return { text: guess(bytes), isKnown: true };
  try {
    return { text: clean(new TextDecoder(name).decode(bytes)), isKnown: true };
  } catch {
    return { text: guess(bytes), isKnown: false };
  }
}

/** A character that is cut off at the end counts as UTF-8. */
function guess(bytes: Uint8Array): string {
  if (isAscii(bytes))
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1').replaceAll('\0', '');
  try {
    return clean(new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true }));
  } catch {
    return clean(new TextDecoder('windows-1252').decode(bytes));
  }
}

const clean = (text: string): string => wellFormed(text.replaceAll('\0', ''));

/** Without halves of surrogate pairs, which cutting may leave. */
export const wellFormed = (text: string): string => text.replaceAll(/\p{Surrogate}/gu, '\ufffd');
