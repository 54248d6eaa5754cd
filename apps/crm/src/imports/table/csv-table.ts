import { pipeline, Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { textDecoder } from '#libs/core/charsets';
import { DELIMITER_LINE } from './sniffer.js';
import { checkRow, InvalidTable, type TableFile, type TableRow } from './table.js';

/** Characters of one row at most: an unclosed quote makes one row of the rest of the file. */
const MAX_ROW_LENGTH = 1_048_576;

/** The rows of a CSV file, that of the column names included. @throws InvalidTable */
export async function* readCsv(
  file: TableFile,
  { encoding, delimiter }: { encoding: string; delimiter: string },
): AsyncGenerator<TableRow> {
  const parser = parse({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_quotes: true,
    relax_column_count: true,
    max_record_size: MAX_ROW_LENGTH,
  });
  // The iteration below throws the error; this callback would be told of it, too.
  const records = pipeline(Readable.from(decoded(file, encoding)), parser, () => undefined);
  let number = 0;
  try {
    for await (const cells of records as AsyncIterable<string[]>) {
      const row = { number: ++number, cells };
      checkRow(row);
      // Excel's own line about the delimiter is split by it.
      if (number === 1 && DELIMITER_LINE.test(cells.join(delimiter))) continue;
      yield row;
    }
  } catch (error) {
    throw error instanceof CsvError ? invalid(error, number + 1) : error;
  } finally {
    parser.destroy();
  }
}

/** Without a byte order mark, which the decoder drops. */
async function* decoded(file: TableFile, encoding: string): AsyncGenerator<string> {
  const decoder = textDecoder(encoding);
  for await (const chunk of file.read()) {
    const text = decoder.write(chunk);
    if (text) yield text;
  }
  const rest = decoder.end();
  if (rest) yield rest;
}

function invalid({ code }: CsvError, row: number): InvalidTable {
  if (code === 'CSV_MAX_RECORD_SIZE')
    return new InvalidTable(`A linha ${row} é longa demais. Falta fechar aspas nela ou em uma linha anterior?`);
  if (code === 'CSV_QUOTE_NOT_CLOSED') return new InvalidTable(`As aspas abertas na linha ${row} não são fechadas.`);
  return new InvalidTable(`A linha ${row} não é CSV válido.`);
}
