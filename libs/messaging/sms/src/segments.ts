import { gsm7Septets } from './gsm7.js';

/** `gsm7`: the default alphabet (3GPP TS 23.038 section 6.2.1). `ucs2`: two octets per code unit (section 6.2.3). */
export type SmsEncoding = 'gsm7' | 'ucs2';

export interface SmsSegments {
  encoding: SmsEncoding;
  /** Messages that carriers send and charge for this body; at least 1. */
  segments: number;
  /** Septets or UTF-16 code units of the whole body, without the headers of a long message. */
  units: number;
}

export interface SplitBody {
  encoding: SmsEncoding;
  /** The text of each segment, in order. */
  parts: string[];
  units: number;
}

interface Capacity {
  single: number;
  /** With the six octets of a concatenation header (3GPP TS 23.040 section 9.2.3.24.1). */
  part: number;
}

/** Units in the 140 octets of a message (3GPP TS 23.040 section 9.2.3.16). */
const CAPACITY: Record<SmsEncoding, Capacity> = {
  gsm7: { single: 160, part: 153 },
  ucs2: { single: 70, part: 67 },
};

/** Encoding and number of segments of a body. */
export function smsSegments(body: string): SmsSegments {
  const { encoding, parts, units } = splitBody(body);
  return { encoding, segments: parts.length, units };
}

/**
 * Splits a body into segments. Never splits a character of two units: an escape sequence (3GPP TS 23.040 section
 * 9.2.3.24.1) or a surrogate pair.
 */
export function splitBody(body: string): SplitBody {
  const characters = [...body];
  const encoding = characters.every((character) => gsm7Septets(character)) ? 'gsm7' : 'ucs2';
  const sizes = characters.map((character) => sizeOf(character, encoding));
  const units = sizes.reduce((total, size) => total + size, 0);
  const { single, part } = CAPACITY[encoding];
  return { encoding, units, parts: units <= single ? [body] : pack(characters, sizes, part) };
}

function sizeOf(character: string, encoding: SmsEncoding): number {
  return encoding === 'gsm7' ? (gsm7Septets(character)?.length ?? 0) : character.length;
}

function pack(characters: string[], sizes: number[], capacity: number): string[] {
  const parts: string[] = [];
  let part = '';
  let filled = 0;
  for (const [index, character] of characters.entries()) {
    const size = sizes[index] ?? 0;
    if (filled + size > capacity) {
      parts.push(part);
      part = '';
      filled = 0;
    }
    part += character;
    filled += size;
  }
  return [...parts, part];
}
