import { isAscii } from 'node:buffer';
import { SEVEN_BIT_KINDS, type SevenBitKind, SevenBitReader } from './iso-2022.js';
import { type Charset, charsetOf, iconv } from './names.js';
import { isUtf8 } from './utf8-evidence.js';

const UTF_8: Charset = { kind: 'utf-8' };
const WINDOWS_1252: Charset = { kind: 'table', name: 'windows-1252' };
const ESC = 0x1b;

const TELLING_ESCAPES: readonly { name: SevenBitKind; letters: readonly string[] }[] = [
  { name: 'iso-2022-jp', letters: ['$B', '$@', '$(B', '$(D', '$(O', '$(Q', '(I', '(J'] },
  { name: 'iso-2022-kr', letters: ['$)C'] },
  { name: 'iso-2022-cn', letters: ['$)A'] },
];

/** A text that was read from bytes. */
export interface DecodedText {
  /** Without NUL, halves of surrogate pairs and a byte order mark. */
  text: string;
  /** True if the charset is one that is known. */
  isKnown: boolean;
}

/**
 * Reads text in the charset that it claims to have. Without one, in ASCII, and in an unknown charset its bytes decide: a byte
 * order mark, escapes of ISO-2022, UTF-8, else windows-1252. What claims to be UTF-8 is windows-1252 only if most of it cannot
 * be UTF-8; a broken byte in it is U+FFFD.
 */
export function decodeText(bytes: Uint8Array, label: string | undefined): DecodedText {
  const declared = charsetOf(label);
  const charset = evidentOf(bytes, declared ?? undefined);
  return { text: clean(decodeAs(bytes, charset)), isKnown: declared !== null };
}

/** The charset of bytes: the one declared, unless the bytes say better. */
function evidentOf(bytes: Uint8Array, declared: Charset | undefined): Charset {
  const marked = markOf(bytes);
  if (declared && declared.kind !== 'utf-8')
    // Some programs name the charset that they have in memory, and write another.
    return isWide(declared) && !marked && !bytes.includes(0) && isUtf8(bytes) ? UTF_8 : declared;
  if (marked) return marked;
  if (isAscii(bytes)) return escapedOf(bytes) ?? UTF_8;
  return isUtf8(bytes, declared !== undefined) ? UTF_8 : WINDOWS_1252;
}

const isWide = (charset: Charset): boolean => charset.kind === 'table' && /^utf-?(?:16|32)/i.test(charset.name);

/** Finds the charset by a byte order mark. */
function markOf(bytes: Uint8Array): Charset | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return UTF_8;
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { kind: 'table', name: 'utf-16le' };
  return bytes[0] === 0xfe && bytes[1] === 0xff ? { kind: 'table', name: 'utf-16be' } : undefined;
}

/** Finds the charset by escapes in text of seven bits: no other text has them. */
function escapedOf(bytes: Uint8Array): Charset | undefined {
  const at = bytes.indexOf(ESC);
  if (at < 0) return undefined;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const found = TELLING_ESCAPES.find(({ letters }) => letters.some((one) => text.includes(`\x1b${one}`)));
  return found && { kind: 'seven-bit', name: found.name };
}

const UTF_8_TEXT = new TextDecoder('utf-8');

function decodeAs(bytes: Uint8Array, charset: Charset): string {
  // A decoder that keeps no state is shared: to make one costs more than most texts.
  if (charset.kind === 'utf-8') return UTF_8_TEXT.decode(bytes);
  const decoder = decoderOf(charset);
  return decoder.write(bytes) + decoder.end();
}

/** Reads bytes of one charset as text, piece by piece, without a byte order mark. */
export interface TextDecoderStream {
  write(bytes: Uint8Array): string;
  end(): string;
}

/** Reads text of a charset piece by piece; windows-1252 if the charset is unknown. */
export const textDecoder = (label: string): TextDecoderStream => decoderOf(charsetOf(label) ?? WINDOWS_1252);

function decoderOf(charset: Charset): TextDecoderStream {
  if (charset.kind === 'utf-8') return utf8Decoder();
  if (charset.kind === 'seven-bit') return sevenBitDecoder(charset.name);
  const decoder = iconv().getDecoder(charset.name);
  const read = hasControls(charset.name) ? withoutControls : (text: string) => text;
  return {
    write: (bytes) => read(decoder.write(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))),
    end: () => read(decoder.end() ?? ''),
  };
}

function utf8Decoder(): TextDecoderStream {
  const decoder = new TextDecoder('utf-8');
  return { write: (bytes) => decoder.decode(bytes, { stream: true }), end: () => decoder.decode() };
}

function sevenBitDecoder(kind: SevenBitKind): TextDecoderStream {
  const reader = new SevenBitReader(kind);
  const decoder = iconv().getDecoder(SEVEN_BIT_KINDS[kind]);
  return {
    write: (bytes) => decoder.write(reader.read(bytes)),
    end: () => decoder.write(reader.end()) + (decoder.end() ?? ''),
  };
}

/** Tells whether 0x80 to 0x9f are controls in it, which no text has: they are then those of windows-1252. */
const hasControls = (name: string): boolean => /^(?:iso|latin|l\d|csiso)/i.test(name);

const withoutControls = (text: string): string =>
  text.replaceAll(/[\x80-\x9f]+/g, (controls) => iconv().decode(Buffer.from(controls, 'latin1'), 'windows-1252'));

const clean = (text: string): string => wellFormed(text.includes('\0') ? text.replaceAll('\0', '') : text);

/** Without halves of surrogate pairs, which cutting may leave. */
export const wellFormed = (text: string): string => text.replaceAll(/\p{Surrogate}/gu, '\ufffd');
