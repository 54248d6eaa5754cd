import { Buffer } from 'node:buffer';

interface Element<T> {
  /** The object id of the type. */
  oid: number;
  /** Bytes of a value, at most. */
  sizeOf: (value: T) => number;
  /** Writes a value at a place, and returns its bytes. */
  write: (array: Buffer, value: T, at: number) => number;
}

/** Begin of Postgres' time, 2000-01-01, in milliseconds since 1970. */
const EPOCH_MS = 946_684_800_000;
const UUID_BYTES = 16;
const INT32 = 4;
/** Values of the lower half of an integer of 64 bits. */
const HALF = 0x1_0000_0000;

const textWith = (oid: number, prefix = ''): Element<string> => ({
  oid,
  sizeOf: (value) => prefix.length + Buffer.byteLength(value),
  write: (array, value, at) => array.write(prefix + value, at),
});

const bytesOf = (oid: number): Element<Buffer> => ({
  oid,
  sizeOf: (value) => value.length,
  write: (array, value, at) => value.copy(array, at),
});

const fixed = <T>(oid: number, size: number, put: (array: Buffer, value: T, at: number) => void): Element<T> => ({
  oid,
  sizeOf: () => size,
  write: (array, value, at) => {
    put(array, value, at);
    return size;
  },
});

/** Types with a binary form, whose values are those of `RowParameters`. */
const ELEMENTS = {
  text: textWith(25),
  // Version 1 of jsonb's binary form, the only one.
  jsonb: textWith(3802, '\x01'),
  bytea: bytesOf(17),
  tsvector: bytesOf(3614),
  boolean: fixed<boolean>(16, 1, (array, value, at) => array.writeUInt8(value ? 1 : 0, at)),
  int: fixed<number>(23, 4, (array, value, at) => {
    if (!Number.isInteger(value)) throw new RangeError(`${value} is no integer`);
    array.writeInt32BE(value, at);
  }),
  'double precision': fixed<number>(701, 8, (array, value, at) => array.writeDoubleBE(value, at)),
  timestamptz: fixed<Date>(1184, 8, (array, value, at) => {
    // Microseconds are exact as a number until the year 2285, and two halves cost less than a BigInt.
    const moment = (value.getTime() - EPOCH_MS) * 1_000;
    if (!Number.isSafeInteger(moment)) array.writeBigInt64BE(BigInt(value.getTime() - EPOCH_MS) * 1_000n, at);
    else {
      const high = Math.floor(moment / HALF);
      array.writeInt32BE(high, at);
      array.writeUInt32BE(moment - high * HALF, at + INT32);
    }
  }),
  uuid: fixed<string>(2950, UUID_BYTES, (array, value, at) => {
    const hex = value.replaceAll('-', '');
    if (hex.length !== 2 * UUID_BYTES || array.write(hex, at, 'hex') !== UUID_BYTES)
      throw new RangeError(`${value} is no UUID`);
  }),
} as const;

type BinaryElement = keyof typeof ELEMENTS;

export const isBinaryElement = (type: string): type is BinaryElement => Object.hasOwn(ELEMENTS, type);

const HEADER = 5 * INT32;
const NULL_LENGTH = -1;

/**
 * A one-dimensional array in Postgres' binary form: of texts, JSON texts, bytes, documents to search, UUIDs, moments, numbers and
 * booleans. Unlike an array literal it needs no escaping here and no parsing in Postgres; that pays off because bodies of mails are
 * long, and events of visitors many.
 * @throws RangeError for a number that is no integer of 32 bits, an invalid date and a text that is no UUID
 */
export function binaryArray(type: BinaryElement, values: readonly unknown[]): Buffer {
  const { oid, sizeOf, write } = ELEMENTS[type] as Element<unknown>;
  let size = HEADER;
  for (const value of values) size += INT32 + (value === null ? 0 : sizeOf(value));
  const array = Buffer.allocUnsafe(size);
  const dimensions = 1;
  const mayHaveNulls = 1;
  const firstIndex = 1;
  let at = 0;
  for (const number of [dimensions, mayHaveNulls, oid, values.length, firstIndex]) at = array.writeInt32BE(number, at);
  for (const value of values) {
    if (value === null) at = array.writeInt32BE(NULL_LENGTH, at);
    else {
      const length = write(array, value, at + INT32);
      at = array.writeInt32BE(length, at) + length;
    }
  }
  return array;
}

/** Texts as a parameter of type `text[]`: writing hundreds as a literal, with quotes, costs twice as much. */
export const binaryTexts = (values: readonly string[]): Buffer => binaryArray('text', values);
