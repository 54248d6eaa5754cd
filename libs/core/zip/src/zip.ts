import { PassThrough, Readable } from 'node:stream';
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl';

/** Reads a file at any place; the ends of a range belong to it. */
export interface ZipSource {
  bytes: number;
  read(range?: { start: number; end: number }): AsyncIterable<Buffer>;
}

export interface ZipLimits {
  entries: number;
  /** Bytes of all entries that are read, unpacked. */
  unpacked: number;
  /** How much larger than its packed form an entry may be, beyond the first 16 MiB. */
  ratio: number;
}

export type ZipFault = 'damaged' | 'encrypted' | 'too large';

export class InvalidZip extends Error {
  override readonly name = 'InvalidZip';

  constructor(
    readonly fault: ZipFault,
    options?: ErrorOptions,
  ) {
    super(`The ZIP file is ${fault}`, options);
  }
}

export interface ZipEntry {
  name: string;
  packedBytes: number;
  /** Unpacked size by the file's own word; no more is unpacked. */
  bytes: number;
  isFolder: boolean;
}

const FREE_UNPACKED = 16_777_216;

/** The entries of a ZIP file, which are unpacked as they are read and never beyond their limits. */
export class Zip {
  readonly entries: readonly ZipEntry[];
  readonly #raw: ReadonlyMap<ZipEntry, Entry>;
  readonly #byName: ReadonlyMap<string, ZipEntry>;
  #unpacked = 0;

  private constructor(
    private readonly file: ZipFile,
    private readonly limits: ZipLimits,
    raw: readonly Entry[],
  ) {
    this.#raw = new Map(raw.map((entry) => [entryOf(entry), entry]));
    this.entries = [...this.#raw.keys()];
    this.#byName = new Map(this.entries.map((entry) => [entry.name, entry]));
  }

  /** @throws InvalidZip for a damaged file, and for one with too many entries; errors of the source stay as they are */
  static async open(source: ZipSource, limits: ZipLimits): Promise<Zip> {
    try {
      const file = await fromRandomAccessReaderPromise(new Source(source), source.bytes, {
        lazyEntries: true,
        autoClose: false,
      });
      if (file.entryCount > limits.entries) throw new InvalidZip('too large');
      const raw: Entry[] = [];
      for await (const entry of file.eachEntry()) raw.push(entry);
      return new Zip(file, limits, raw);
    } catch (error) {
      throw asInvalid(error);
    }
  }

  /** The entry of a name; of several, the last. */
  find(name: string): ZipEntry | undefined {
    return this.#byName.get(name);
  }

  /** An entry as it is unpacked. @throws InvalidZip beyond a limit, if it is damaged, and if it has a password */
  async *read(entry: ZipEntry): AsyncGenerator<Buffer> {
    const raw = this.#raw.get(entry);
    if (!raw) throw new TypeError(`The ZIP file has no such entry: ${entry.name}`);
    if (raw.isEncrypted()) throw new InvalidZip('encrypted');
    this.checkSize(entry, entry.bytes);
    let bytes = 0;
    try {
      const stream: Readable = await this.file.openReadStreamPromise(raw);
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        bytes += chunk.length;
        this.#unpacked += chunk.length;
        this.checkSize(entry, bytes);
        yield chunk;
      }
    } catch (error) {
      throw asInvalid(error);
    }
  }

  private checkSize({ packedBytes }: ZipEntry, bytes: number): void {
    const { unpacked, ratio } = this.limits;
    if (bytes > unpacked || this.#unpacked > unpacked) throw new InvalidZip('too large');
    if (bytes > FREE_UNPACKED && bytes > packedBytes * ratio) throw new InvalidZip('too large');
  }
}

const entryOf = ({ fileName, compressedSize, uncompressedSize }: Entry): ZipEntry => ({
  name: fileName,
  packedBytes: compressedSize,
  bytes: uncompressedSize,
  isFolder: fileName.endsWith('/'),
});

/** Gives yauzl the parts of a file. */
class Source extends RandomAccessReader {
  constructor(private readonly file: ZipSource) {
    super();
  }

  override _readStreamForRange(start: number, end: number): Readable {
    const content = Readable.from(this.file.read({ start, end: end - 1 }), { objectMode: false });
    const stream = new PassThrough();
    content.on('error', (error) => stream.destroy(error));
    stream.on('close', () => content.destroy());
    return content.pipe(stream);
  }
}

/** Errors of the source stay as they are: they are no fault of the file. */
function asInvalid(error: unknown): unknown {
  if (error instanceof InvalidZip || (error instanceof Error && error.name !== 'Error')) return error;
  return new InvalidZip('damaged', { cause: error });
}
