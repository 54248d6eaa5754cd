import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CSV_MARK, csvLine, type CsvValue } from './csv.js';
import { contentDisposition } from './download.js';

/** A column: its name in the first line, and its value of a row. */
export type CsvColumn<T> = readonly [name: string, valueOf: (row: T) => CsvValue];

export interface CsvDownload<T> {
  fileName: string;
  columns: readonly CsvColumn<T>[];
  /** The rows, some at a time. The next ones are read when the client has taken the ones before. */
  batches: AsyncIterable<readonly T[]>;
}

/**
 * Sends a CSV file as the answer, read only as fast as the client does. Resolves when it is sent or the client has
 * disconnected. After an error the connection breaks, so that the client sees that the file is incomplete.
 * @throws the error of the batches, after which the answer cannot be another
 */
export async function sendCsv<T>(
  response: ServerResponse,
  { fileName, columns, batches }: CsvDownload<T>,
): Promise<void> {
  response.setHeader('Content-Type', 'text/csv; charset=utf-8');
  response.setHeader('Content-Disposition', contentDisposition('attachment', fileName));
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  try {
    await pipeline(Readable.from(lines(columns, batches), { objectMode: false, highWaterMark: 1 }), response);
  } catch (error) {
    response.destroy();
    if (!isDisconnection(error)) throw error;
  }
}

async function* lines<T>(
  columns: readonly CsvColumn<T>[],
  batches: AsyncIterable<readonly T[]>,
): AsyncGenerator<string> {
  yield CSV_MARK + csvLine(columns.map(([name]) => name));
  for await (const rows of batches)
    if (rows.length > 0) yield rows.map((row) => csvLine(columns.map(([, valueOf]) => valueOf(row)))).join('');
}

const isDisconnection = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
