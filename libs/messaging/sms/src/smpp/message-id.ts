/**
 * How a service centre writes message ids in its receipts. `same`: as in its answer to submit_sm. `decimal`: a
 * hexadecimal id in decimal. `hexadecimal`: the reverse. `auto`: unknown; receipts have the other notations in
 * `otherIds`.
 */
export type ReceiptIds = 'auto' | 'same' | 'decimal' | 'hexadecimal';

/** Numbers of at most 64 bits; longer ids are not converted. */
const DECIMAL = /^\d{1,20}$/;
const HEXADECIMAL = /^[\da-f]{1,16}$/i;

/** Normalises the id in an answer to submit_sm: to decimal if the notations are known to differ. */
export function submittedId(id: string, ids: ReceiptIds): string {
  if (ids === 'decimal') return fromHexadecimal(id);
  return ids === 'hexadecimal' ? fromDecimal(id) : id;
}

/** Normalises the id in a receipt. */
export function receiptedId(id: string, ids: ReceiptIds): string {
  if (ids === 'decimal') return fromDecimal(id);
  return ids === 'hexadecimal' ? fromHexadecimal(id) : id;
}

/**
 * Other notations of the same id: with and without zero padding (10 decimal digits as in appendix B of SMPP 3.4, 8
 * hexadecimal ones), in upper and lower case, and in the other base. Empty if the id is not a number.
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
