import { Buffer } from 'node:buffer';

/** Types whose elements are given as texts or as bytes in binary form: their object id, and the prefix of each element. */
const ELEMENTS = {
  text: { oid: 25, version: '' },
  bytea: { oid: 17, version: '' },
  // Version 1 of jsonb's binary form, the only one.
  jsonb: { oid: 3802, version: '\x01' },
  tsvector: { oid: 3614, version: '' },
} as const;

type BinaryElement = keyof typeof ELEMENTS;

export const isBinaryElement = (type: string): type is BinaryElement => Object.hasOwn(ELEMENTS, type);

const INT32 = 4;
const HEADER = 5 * INT32;
const NULL_LENGTH = -1;

/**
 * A one-dimensional array of texts, JSON texts, bytes or documents to search in Postgres' binary form. Unlike an array literal
 * it needs no escaping here and no parsing in Postgres; that pays off because bodies of mails are long.
 */
export function binaryArray(type: BinaryElement, values: readonly (string | Buffer | null)[]): Buffer {
  const { oid, version } = ELEMENTS[type];
  const array = Buffer.allocUnsafe(HEADER + sizeOf(values, version.length));
  const dimensions = 1;
  const mayHaveNulls = 1;
  const firstIndex = 1;
  let at = 0;
  for (const number of [dimensions, mayHaveNulls, oid, values.length, firstIndex]) at = array.writeInt32BE(number, at);
  for (const value of values) {
    if (value === null) at = array.writeInt32BE(NULL_LENGTH, at);
    else {
      const length =
        typeof value === 'string' ? array.write(version + value, at + INT32) : value.copy(array, at + INT32);
      at = array.writeInt32BE(length, at) + length;
    }
  }
  return array;
}

function sizeOf(values: readonly (string | Buffer | null)[], extra: number): number {
  let size = 0;
  for (const value of values) size += INT32 + (value === null ? 0 : extra + Buffer.byteLength(value));
  return size;
}
