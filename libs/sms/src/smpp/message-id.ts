/**
 * How a service centre writes in its receipts the id that it gave when it took the message. `same`: as it should.
 * `decimal`: in decimal what was hexadecimal. `hexadecimal`: the reverse. `auto`: unknown; receipts come with the
 * other notations as `otherIds`.
 */
export type ReceiptIds = 'auto' | 'same' | 'decimal' | 'hexadecimal';

/** A number of 64 bits in either notation: beyond that, it is a name and not a number. */
const DECIMAL = /^\d{1,20}$/;
const HEXADECIMAL = /^[\da-f]{1,16}$/i;

/** An id as the answer to submit_sm gave it; where the two notations are known to differ, in plain decimal. */
export function submittedId(id: string, ids: ReceiptIds): string {
  if (ids === 'decimal') return fromHexadecimal(id);
  return ids === 'hexadecimal' ? fromDecimal(id) : id;
}

/** The same of an id that a receipt gave. */
export function receiptedId(id: string, ids: ReceiptIds): string {
  if (ids === 'decimal') return fromDecimal(id);
  return ids === 'hexadecimal' ? fromHexadecimal(id) : id;
}

/**
 * The other ways in which service centres write the same id: padded with zeros or not (to 10 digits of decimal as in
 * appendix B of SMPP 3.4, to 8 of hexadecimal), in capitals or not, and in the other base. Empty for an id that is no
 * number.
 */
export function otherNotations(id: string): string[] {
  const notations = new Set<string>();
  if (DECIMAL.test(id)) addAll(notations, BigInt(id));
  if (HEXADECIMAL.test(id)) addAll(notations, BigInt(`0x${id}`));
  notations.delete(id);
  return [...notations];
}

function addAll(notations: Set<string>, value: bigint): void {
  const decimal = value.toString(10);
  const hexadecimal = value.toString(16);
  notations.add(decimal).add(decimal.padStart(10, '0'));
  for (const digits of [hexadecimal, hexadecimal.padStart(8, '0')]) notations.add(digits).add(digits.toUpperCase());
}

function fromDecimal(id: string): string {
  return DECIMAL.test(id) ? BigInt(id).toString(10) : id;
}

function fromHexadecimal(id: string): string {
  return HEXADECIMAL.test(id) ? BigInt(`0x${id}`).toString(10) : id;
}
