import type { ServerResponse } from 'node:http';
import { CSV_MARK, type CsvDelimiter, csvLine, type CsvValue } from './csv.js';
import { sendLines, type LinesDownload } from './send-lines.js';

/** A column: its name in the first line, and its value of a row. */
export type CsvColumn<T> = readonly [name: string, valueOf: (row: T) => CsvValue];

export interface CsvDownload<T> extends Pick<LinesDownload, 'fileName' | 'trailers'> {
  columns: readonly CsvColumn<T>[];
  /** The rows, some at a time. The next ones are read when the client has taken the ones before. */
  batches: AsyncIterable<readonly T[]>;
  delimiter?: CsvDelimiter;
}

/**
 * Sends a CSV file as the answer; see {@link sendLines}.
 * @throws the error of the batches, after which the answer cannot be another
 */
export async function sendCsv<T>(
  response: ServerResponse,
  { columns, batches, delimiter = ',', ...download }: CsvDownload<T>,
): Promise<void> {
  await sendLines(response, {
    ...download,
    contentType: 'text/csv; charset=utf-8',
    chunks: csvLines(columns, batches, delimiter),
  });
}

/** The lines of a CSV file with a byte order mark, some at a time. */
export async function* csvLines<T>(
  columns: readonly CsvColumn<T>[],
  batches: AsyncIterable<readonly T[]>,
  delimiter: CsvDelimiter,
): AsyncGenerator<string> {
  yield (
    CSV_MARK +
    csvLine(
      columns.map(([name]) => name),
      delimiter,
    )
  );
  for await (const rows of batches)
    yield rows
      .map((row) =>
        csvLine(
          columns.map(([, valueOf]) => valueOf(row)),
          delimiter,
        ),
      )
      .join('');
}
