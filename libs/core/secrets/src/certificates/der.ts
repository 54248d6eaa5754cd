/** Values in the distinguished encoding of ASN.1 (X.690), as far as a certificate has them. */

const TAGS = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  null: 0x05,
  oid: 0x06,
  utf8String: 0x0c,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const;

export function tagged(tag: number, ...contents: Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  return Buffer.concat([Buffer.from([tag]), lengthOf(content.length), content]);
}

export const sequence = (...items: Buffer[]): Buffer => tagged(TAGS.sequence, ...items);
export const set = (...items: Buffer[]): Buffer => tagged(TAGS.set, ...items);
export const octets = (content: Buffer): Buffer => tagged(TAGS.octetString, content);
export const bits = (content: Buffer): Buffer => tagged(TAGS.bitString, Buffer.from([0]), content);
export const text = (content: string): Buffer => tagged(TAGS.utf8String, Buffer.from(content));
export const nothing: Buffer = tagged(TAGS.null);
export const isTrue = (): Buffer => tagged(TAGS.boolean, Buffer.from([0xff]));

/** A whole number that is not negative, of these bytes. */
export const integer = (bytes: Buffer): Buffer =>
  tagged(TAGS.integer, (bytes[0] ?? 0) & 0x80 ? Buffer.concat([Buffer.from([0]), bytes]) : bytes);

/** A time to the second. */
export const time = (at: Date): Buffer =>
  tagged(TAGS.generalizedTime, Buffer.from(`${at.toISOString().replaceAll(/[-:T]|\.\d+/g, '')}`));

/** An object identifier, such as `2.5.4.3`. */
export function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return tagged(TAGS.oid, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
}

function base128(value: number): number[] {
  const digits = [value & 0x7f];
  for (let left = value >> 7; left > 0; left >>= 7) digits.unshift((left & 0x7f) | 0x80);
  return digits;
}

function lengthOf(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length]);
  const bytes = [];
  for (let left = length; left > 0; left >>= 8) bytes.unshift(left & 0xff);
  return Buffer.from([0x80 | bytes.length, ...bytes]);
}
