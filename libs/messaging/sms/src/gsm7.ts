import { Buffer } from 'node:buffer';

/** Prefix of a character of the extension table. */
const ESCAPE = 0x1b;

/** 3GPP TS 23.038 section 6.2.1: the default alphabet, sixteen per line, with a NUL at the index of the escape. */
const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅå' +
  'Δ_ΦΓΛΩΠΨΣΘΞ\0ÆæßÉ' +
  ' !"#¤%&\'()*+,-./' +
  '0123456789:;<=>?' +
  '¡ABCDEFGHIJKLMNO' +
  'PQRSTUVWXYZÄÖÑÜ§' +
  '¿abcdefghijklmno' +
  'pqrstuvwxyzäöñüà';

/** 3GPP TS 23.038 section 6.2.1.1: the extension of the default alphabet. */
const EXTENSION: Readonly<Record<string, number>> = {
  '\f': 0x0a,
  '^': 0x14,
  '{': 0x28,
  '}': 0x29,
  '\\': 0x2f,
  '[': 0x3c,
  '~': 0x3d,
  ']': 0x3e,
  '|': 0x40,
  '€': 0x65,
};

const SEPTETS = table();

/**
 * The one or two septets of a character; undefined if the alphabet lacks it. National language tables (section 6.2.1.2)
 * are not used: few carriers and telephones support them.
 */
export function gsm7Septets(character: string): readonly number[] | undefined {
  return SEPTETS.get(character);
}

/**
 * Encodes a text in the default alphabet with one septet per octet, as SMPP carries it.
 * @throws RangeError for a character outside the alphabet
 */
export function encodeGsm7(text: string): Buffer {
  const octets: number[] = [];
  for (const character of text) {
    const septets = SEPTETS.get(character);
    if (!septets) throw new RangeError('the text has a character outside the GSM 7 bit default alphabet');
    octets.push(...septets);
  }
  return Buffer.from(octets);
}

function table(): Map<string, readonly number[]> {
  const septets = new Map<string, readonly number[]>();
  for (const [code, character] of [...BASIC].entries()) if (code !== ESCAPE) septets.set(character, [code]);
  for (const [character, code] of Object.entries(EXTENSION)) septets.set(character, [ESCAPE, code]);
  return septets;
}
