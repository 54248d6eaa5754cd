import { textDecoder, Utf8Evidence } from '#libs/charsets';
import { InvalidTable, type TableFormat, type TextEncoding } from './table.js';

const SAMPLE = 65_536;
const ZIP = Buffer.from('PK\x03\x04', 'latin1');
/** The container of files of Excel 97 to 2003. */
const OLE = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const DELIMITERS = [';', ',', '\t'];

/** What a file is: found while it passes. */
export interface Sniffed {
  format: TableFormat;
  /** Of CSV. */
  encoding: TextEncoding | null;
  /** Of CSV. */
  delimiter: string | null;
}

/** Finds out what a file is, from its bytes alone: the client's name and type for it are not trusted. */
export class Sniffer {
  #sample = Buffer.alloc(0);
  readonly #utf8 = new Utf8Evidence();

  /** The same chunks, unchanged. */
  async *through(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of source) {
      if (this.#sample.length < SAMPLE)
        this.#sample = Buffer.concat([this.#sample, chunk.subarray(0, SAMPLE - this.#sample.length)]);
      this.#utf8.add(chunk);
      yield chunk;
    }
  }

  /** @throws InvalidTable for a file that is neither CSV nor XLSX */
  result(): Sniffed {
    const sample = this.#sample;
    if (sample.length === 0) throw new InvalidTable('O arquivo está vazio.');
    if (sample.subarray(0, ZIP.length).equals(ZIP)) return { format: 'xlsx', encoding: null, delimiter: null };
    if (sample.subarray(0, OLE.length).equals(OLE))
      throw new InvalidTable('O formato .xls não é aceito. Salve a planilha como .xlsx ou .csv.');
    const encoding = this.#encoding();
    const text = textDecoder(encoding).write(sample);
    if (text.includes('\0')) throw new InvalidTable('O arquivo não é CSV nem XLSX.');
    return { format: 'csv', encoding, delimiter: delimiterOf(text) };
  }

  #encoding(): TextEncoding {
    const [first, second] = this.#sample;
    if (first === 0xff && second === 0xfe) return 'utf-16le';
    if (first === 0xfe && second === 0xff) return 'utf-16be';
    return this.#utf8.isUtf8(false) ? 'utf-8' : 'windows-1252';
  }
}

/** The delimiter that occurs most in the first row, outside of quotes. */
export function delimiterOf(text: string): string {
  const counts = new Map<string, number>();
  let isQuoted = false;
  for (const character of text) {
    if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (character === '\n' || character === '\r')) break;
    else if (!isQuoted) counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  const found = DELIMITERS.toSorted((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0));
  return found[0] ?? ',';
}
