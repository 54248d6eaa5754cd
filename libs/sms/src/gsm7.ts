import { Buffer } from 'node:buffer';

/** Leads to the extension table; it stands for no character by itself. */
const ESCAPE = 0x1b;

/** 3GPP TS 23.038 section 6.2.1: the default alphabet, sixteen a line. The place of the escape holds a NUL. */
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
 * The septets of a character, one or two, each as a number below 128; undefined when the alphabet lacks it. No national
 * language tables (section 6.2.1.2): few carriers and telephones know them.
 */
export function gsm7Septets(character: string): readonly number[] | undefined {
  return SEPTETS.get(character);
}

/**
 * A text in the default alphabet with one septet an octet, as SMPP carries it: the service centre packs it for the air
 * interface. Throws RangeError for a character that the alphabet lacks.
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
