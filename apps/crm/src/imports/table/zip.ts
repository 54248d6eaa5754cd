import { InvalidZip, Zip as ZipReader, type ZipFault } from '#libs/core/zip';
import { InvalidTable, type TableFile } from './table.js';

/** Spreadsheets shrink to a tenth or so. */
const LIMITS = { entries: 2_000, unpacked: 1_073_741_824, ratio: 200 };

const MESSAGES: Record<ZipFault, string> = {
  damaged: 'A planilha está danificada ou não é XLSX.',
  encrypted: 'A planilha tem senha. Salve-a sem senha.',
  'too large': 'A planilha é grande demais depois de descompactada.',
};

/** The parts of a spreadsheet. */
export class Zip {
  private constructor(private readonly zip: ZipReader) {}

  /** @throws InvalidTable for a damaged file, and for one that says of itself that it is a bomb */
  static async open(source: TableFile): Promise<Zip> {
    return ZipReader.open(source, LIMITS).then((zip) => new Zip(zip), asTable);
  }

  has(name: string): boolean {
    return this.zip.find(name) !== undefined;
  }

  /** A part as it is unpacked; nothing if there is none. @throws InvalidTable beyond a limit, or if it is damaged */
  async *read(name: string): AsyncGenerator<Buffer> {
    const entry = this.zip.find(name);
    if (!entry) return;
    try {
      yield* this.zip.read(entry);
    } catch (error) {
      asTable(error);
    }
  }
}

function asTable(error: unknown): never {
  throw error instanceof InvalidZip ? new InvalidTable(MESSAGES[error.fault]) : error;
}
