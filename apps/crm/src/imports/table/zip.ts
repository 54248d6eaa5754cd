import type { Readable } from 'node:stream';
import { PassThrough, Readable as ReadableStream } from 'node:stream';
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl';
import { InvalidTable, type TableFile } from './table.js';

const MAX_ENTRIES = 2_000;
/** Bytes of all parts that are read, unpacked. */
const MAX_UNPACKED = 1_073_741_824;
/** How much larger than its packed form a part may be, beyond {@link FREE_UNPACKED}. Spreadsheets shrink to a tenth or so. */
const MAX_RATIO = 200;
const FREE_UNPACKED = 16_777_216;

/** The parts of a ZIP file, which are unpacked as they are read and never beyond their limits. */
export class Zip {
  #unpacked = 0;

  private constructor(
    private readonly file: ZipFile,
    private readonly entries: ReadonlyMap<string, Entry>,
  ) {}

  /** @throws InvalidTable for a damaged file, and for one that says of itself that it is a bomb */
  static async open(source: TableFile): Promise<Zip> {
    const entries = new Map<string, Entry>();
    try {
      const file = await fromRandomAccessReaderPromise(new Source(source), source.bytes, {
        lazyEntries: true,
        autoClose: false,
      });
      if (file.entryCount > MAX_ENTRIES) throw tooLarge();
      for await (const entry of file.eachEntry()) entries.set(entry.fileName, entry);
      return new Zip(file, entries);
    } catch (error) {
      throw asInvalid(error);
    }
  }

  has(name: string): boolean {
    return this.entries.has(name);
  }

  /** A part as it is unpacked; nothing if there is none. @throws InvalidTable beyond a limit, or if it is damaged */
  async *read(name: string): AsyncGenerator<Buffer> {
    const entry = this.entries.get(name);
    if (!entry) return;
    if (entry.isEncrypted()) throw new InvalidTable('A planilha tem senha. Salve-a sem senha.');
    this.checkSize(entry, entry.uncompressedSize);
    let bytes = 0;
    try {
      const stream: Readable = await this.file.openReadStreamPromise(entry);
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

  private checkSize({ compressedSize }: Entry, bytes: number): void {
    if (bytes > MAX_UNPACKED || this.#unpacked > MAX_UNPACKED) throw tooLarge();
    if (bytes > FREE_UNPACKED && bytes > compressedSize * MAX_RATIO) throw tooLarge();
  }
}

/** Gives yauzl the parts of a stored file. */
class Source extends RandomAccessReader {
  constructor(private readonly file: TableFile) {
    super();
  }

  override _readStreamForRange(start: number, end: number): Readable {
    const content = ReadableStream.from(this.file.read({ start, end: end - 1 }), { objectMode: false });
    const stream = new PassThrough();
    content.on('error', (error) => stream.destroy(error));
    stream.on('close', () => content.destroy());
    return content.pipe(stream);
  }
}

const tooLarge = () => new InvalidTable('A planilha é grande demais depois de descompactada.');

/** Errors of the storage stay as they are: they are no fault of the file. */
function asInvalid(error: unknown): unknown {
  if (error instanceof InvalidTable || (error instanceof Error && error.name !== 'Error')) return error;
  return new InvalidTable('A planilha está danificada ou não é XLSX.');
}
