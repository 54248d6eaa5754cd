import { textDecoder, Utf8Evidence } from '#libs/core/charsets';
import { InvalidTable, type TableFormat } from './table.js';

const SAMPLE = 65_536;
/** Zeros among the bytes of a text in UTF-16. */
const WIDE_SHARE = 0.3;
const ZIP = Buffer.from('PK\x03\x04', 'latin1');
/** The container of files of Excel 97 to 2003. */
const OLE = Buffer.from('d0cf11e0a1b11ae1', 'hex');
export const DELIMITERS = [';', ',', '\t', '|'];
/** The first line of a file for Excel, which names the delimiter. */
export const DELIMITER_LINE = /^\uFEFF?sep=(.)$/i;
const HAS_DELIMITER_LINE = /^\uFEFF?sep=(.)\r?\n/i;

/** Format of a file, found while its bytes pass. */
export interface Sniffed {
  format: TableFormat;
  /** Null for XLSX. */
  encoding: string | null;
  /** Null for XLSX. */
  delimiter: string | null;
}

/** Facts about a file that are known beforehand. */
export interface KnownOfFile {
  encoding?: string;
  delimiter?: string;
  /** The row that has the names of the columns. */
  headerRow?: number;
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
  result({ encoding: declared, delimiter, headerRow = 1 }: KnownOfFile = {}): Sniffed {
    const sample = this.#sample;
    if (sample.length === 0) throw new InvalidTable('O arquivo está vazio.');
    if (sample.subarray(0, ZIP.length).equals(ZIP)) return { format: 'xlsx', encoding: null, delimiter: null };
    if (sample.subarray(0, OLE.length).equals(OLE))
      throw new InvalidTable('O formato .xls não é aceito. Salve a planilha como .xlsx ou .csv.');
    const encoding = declared ?? this.#encoding();
    const text = textDecoder(encoding).write(sample);
    if (text.includes('\0')) throw new InvalidTable('O arquivo não é CSV nem XLSX.');
    return { format: 'csv', encoding, delimiter: delimiter ?? delimiterOf(text, headerRow) };
  }

  #encoding(): string {
    const [first, second] = this.#sample;
    if (first === 0xff && second === 0xfe) return 'utf-16le';
    if (first === 0xfe && second === 0xff) return 'utf-16be';
    return wideEncodingOf(this.#sample) ?? (this.#utf8.isUtf8(false) ? 'utf-8' : 'windows-1252');
  }
}

/** UTF-16 without a byte order mark: of Latin letters every other byte is zero. */
function wideEncodingOf(sample: Buffer): string | undefined {
  const zeros = [0, 0];
  for (const [index, byte] of sample.entries()) if (byte === 0) zeros[index % 2]! += 1;
  const [even = 0, odd = 0] = zeros;
  const most = sample.length * WIDE_SHARE;
  if (odd > most && even === 0) return 'utf-16le';
  return even > most && odd === 0 ? 'utf-16be' : undefined;
}

/** The delimiter that occurs most in a row, outside of quotes; the one that the file names, if it does. */
export function delimiterOf(text: string, row = 1): string {
  const named = HAS_DELIMITER_LINE.exec(text)?.[1];
  if (named !== undefined) return named;
  const counts = new Map<string, number>();
  let isQuoted = false;
  let line = 1;
  for (const character of text) {
    if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && character === '\n' && line === row) break;
    else if (!isQuoted && character === '\n') line += 1;
    else if (!isQuoted && line === row) counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  const found = DELIMITERS.toSorted((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0));
  return found[0] ?? ',';
}
