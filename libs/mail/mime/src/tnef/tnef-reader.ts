/** A finding in a `winmail.dat`; they come in the order of its bytes. */
export type TnefPiece =
  | { kind: 'file'; name: string }
  | { kind: 'content'; bytes: Buffer }
  /** The end of a file. Its properties, which may have the whole name, stand behind its content. */
  | { kind: 'end'; properties: ReadonlyMap<number, TnefValue> }
  /** The properties of the message, among them its text. */
  | { kind: 'message'; properties: ReadonlyMap<number, TnefValue> }
  /** The text as the oldest programs wrote it. */
  | { kind: 'body'; bytes: Buffer };

/** A property: text in UTF-16 is decoded, any other is bytes in the code page of the message. */
export type TnefValue = Buffer | string | number;

export const TNEF = {
  signature: Buffer.from([0x78, 0x9f, 0x3e, 0x22]),
  body: 0x0002_800c,
  messageProperties: 0x0006_9003,
  fileBegins: 0x0006_9002,
  fileName: 0x0001_8010,
  fileContent: 0x0006_800f,
  fileProperties: 0x0006_9005,
} as const;

/** Signature and key; level, id and length of an attribute; its checksum. */
const FILE_HEADER = 6;
const ATTRIBUTE_HEADER = 9;
const CHECKSUM = 2;
/** Bytes of an attribute that is read as a whole; a larger one is passed over. Contents of files pass through. */
const WHOLE_MAX = 4 * 1024 * 1024;
const PROPERTIES_MAX = 1_000;
const WHOLE: ReadonlySet<number> = new Set([TNEF.body, TNEF.messageProperties, TNEF.fileName, TNEF.fileProperties]);
const NONE = Buffer.alloc(0);
const NO_PROPERTIES: ReadonlyMap<number, TnefValue> = new Map();

/**
 * Reads the files and texts of a `winmail.dat` (MS-OXTNEF) piece by piece, in memory of one attribute and time of its length. What is broken ends it:
 * what came before is read. How it is cut makes no difference to what comes of it.
 */
export class TnefReader {
  #held: Buffer = NONE;
  #attribute: { id: number; left: number; whole: Buffer[] | undefined } | undefined;
  #place: 'signature' | 'attributes' | 'over' = 'signature';
  #file: { name: string; hasBegun: boolean; properties: ReadonlyMap<number, TnefValue> } | undefined;

  *write(bytes: Buffer): Generator<TnefPiece> {
    if (this.#place === 'over') return;
    let rest = this.#held.length > 0 ? Buffer.concat([this.#held, bytes]) : bytes;
    for (let before = -1; rest.length !== before;) {
      before = rest.length;
      rest = this.#attribute ? yield* this.#content(rest) : this.#header(rest);
    }
    this.#held = Buffer.from(rest);
  }

  *end(): Generator<TnefPiece> {
    yield* this.#endFile();
    this.#place = 'over';
    this.#held = NONE;
  }

  #header(bytes: Buffer): Buffer {
    if (this.#place === 'signature') {
      if (bytes.length < FILE_HEADER) return bytes;
      this.#place = bytes.subarray(0, 4).equals(TNEF.signature) ? 'attributes' : 'over';
      return bytes.subarray(FILE_HEADER);
    }
    if (this.#place === 'over') return NONE;
    if (bytes.length < ATTRIBUTE_HEADER) return bytes;
    const [level, id, length] = [bytes[0], bytes.readUInt32LE(1), bytes.readUInt32LE(5)];
    if (level !== 1 && level !== 2) {
      this.#place = 'over';
      return NONE;
    }
    this.#attribute = { id, left: length, whole: WHOLE.has(id) && length <= WHOLE_MAX ? [] : undefined };
    return bytes.subarray(ATTRIBUTE_HEADER);
  }

  *#content(bytes: Buffer): Generator<TnefPiece, Buffer> {
    const attribute = this.#attribute!;
    const taken = bytes.subarray(0, attribute.left);
    attribute.left -= taken.length;
    if (attribute.id === TNEF.fileContent && taken.length > 0) {
      yield* this.#beginFile();
      yield { kind: 'content', bytes: taken };
    }
    attribute.whole?.push(Buffer.from(taken));
    const rest = bytes.subarray(taken.length);
    if (attribute.left > 0 || rest.length < CHECKSUM) return rest;
    this.#attribute = undefined;
    yield* this.#endAttribute(attribute.id, attribute.whole && Buffer.concat(attribute.whole));
    return rest.subarray(CHECKSUM);
  }

  *#endAttribute(id: number, whole: Buffer | undefined): Generator<TnefPiece> {
    if (id === TNEF.fileBegins) {
      yield* this.#endFile();
      this.#file = { name: '', hasBegun: false, properties: NO_PROPERTIES };
    } else if (id === TNEF.fileContent) yield* this.#beginFile();
    if (!whole) return;
    if (id === TNEF.fileName && this.#file) this.#file.name = whole.toString('latin1').replace(/\0.*$/s, '');
    else if (id === TNEF.fileProperties && this.#file) this.#file.properties = propertiesIn(whole);
    else if (id === TNEF.messageProperties) yield { kind: 'message', properties: propertiesIn(whole) };
    else if (id === TNEF.body) yield { kind: 'body', bytes: whole };
  }

  *#beginFile(): Generator<TnefPiece> {
    this.#file ??= { name: '', hasBegun: false, properties: NO_PROPERTIES };
    if (this.#file.hasBegun) return;
    this.#file.hasBegun = true;
    yield { kind: 'file', name: this.#file.name };
  }

  *#endFile(): Generator<TnefPiece> {
    const file = this.#file;
    this.#file = undefined;
    if (file?.hasBegun) yield { kind: 'end', properties: file.properties };
  }
}

const [UNICODE, STRING, BINARY, OBJECT, LONG] = [0x1f, 0x1e, 0x102, 0x0d, 0x03];
const VARIABLE: ReadonlySet<number> = new Set([UNICODE, STRING, BINARY, OBJECT]);
const MANY = 0x1000;
/** Bytes of the values that have a fixed length, filled up to four. */
const FIXED: ReadonlyMap<number, number> = new Map([
  [0x02, 4],
  [LONG, 4],
  [0x04, 4],
  [0x05, 8],
  [0x06, 8],
  [0x07, 8],
  [0x0a, 4],
  [0x0b, 4],
  [0x14, 8],
  [0x40, 8],
  [0x48, 16],
]);

/** The first value of each property, by its number, up to one that is broken. */
function propertiesIn(bytes: Buffer): Map<number, TnefValue> {
  const found = new Map<number, TnefValue>();
  const reader = new Cursor(bytes);
  try {
    const count = Math.min(reader.long(), PROPERTIES_MAX);
    for (let n = 0; n < count; n += 1) {
      const tag = reader.long();
      const id = tag >>> 16;
      if (id >= 0x8000) reader.skipName();
      const value = valueOf(reader, tag & 0xffff);
      if (value !== undefined && id < 0x8000 && !found.has(id)) found.set(id, value);
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return found;
}

/** @throws RangeError where the bytes end, or the type is not known */
function valueOf(reader: Cursor, type: number): TnefValue | undefined {
  const single = type & ~MANY;
  const isVariable = VARIABLE.has(single);
  const length = FIXED.get(single);
  if (!isVariable && length === undefined) throw new RangeError('An unknown type');
  const count = isVariable || single !== type ? reader.long() : 1;
  let first: TnefValue | undefined;
  // Each value takes four bytes at least, so the bytes bound the loop.
  for (let n = 0; n < count; n += 1) {
    const value = isVariable ? reader.filled(reader.long()) : reader.take(length!);
    first ??= single === LONG ? value.readUInt32LE() : single === UNICODE ? textOf(value) : value;
  }
  return first;
}

const textOf = (utf16: Buffer): string => utf16.toString('utf16le').replace(/\0.*$/s, '');

/** Reads one thing after the other. @throws RangeError where the bytes end */
class Cursor {
  #at = 0;

  constructor(private readonly bytes: Buffer) {}

  long(): number {
    return this.take(4).readUInt32LE();
  }

  /** Bytes that are filled up to four. */
  filled(length: number): Buffer {
    const taken = this.take(length);
    this.#at = Math.min(this.bytes.length, this.#at + ((4 - (length % 4)) % 4));
    return taken;
  }

  /** The set and the number, or the name, of a property that has no number of its own. */
  skipName(): void {
    this.take(16);
    if (this.long() === 0) this.take(4);
    else this.filled(this.long());
  }

  take(length: number): Buffer {
    if (this.#at + length > this.bytes.length) throw new RangeError('The bytes end');
    const taken = this.bytes.subarray(this.#at, this.#at + length);
    this.#at += length;
    return taken;
  }
}
