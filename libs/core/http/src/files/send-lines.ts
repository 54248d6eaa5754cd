import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { contentDisposition } from './download.js';

/** A client that takes nothing for so long is gone (milliseconds). */
const STALLED_MS = 120_000;
const CHECK_MS = 10_000;

export interface LinesDownload {
  fileName: string;
  contentType: string;
  /** Whole lines, or bytes, some at a time. The next ones are read when the client has taken the ones before. */
  chunks: AsyncIterable<string | Uint8Array>;
  /** Sent after the last line of a file that is complete. */
  trailers?: { names: readonly string[]; values: () => Record<string, string> };
}

/**
 * Sends a file of unknown length as the answer, read only as fast as the client does. Resolves when it is sent or the client has
 * disconnected. After an error the connection breaks, so that the client sees that the file is incomplete.
 * @throws the error of the chunks, after which the answer cannot be another
 */
export async function sendLines(
  response: ServerResponse,
  { fileName, contentType, chunks, trailers }: LinesDownload,
): Promise<void> {
  response.setHeader('Content-Type', contentType);
  response.setHeader('Content-Disposition', contentDisposition('attachment', fileName));
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  if (trailers) response.setHeader('Trailer', trailers.names.join(', '));
  let handedAt = 0;
  const stalled = setInterval(() => {
    if (handedAt > 0 && Date.now() - handedAt > STALLED_MS) response.destroy();
  }, CHECK_MS).unref();
  const watched = async function* () {
    for await (const chunk of chunks) {
      handedAt = Date.now();
      if (chunk.length > 0) yield chunk;
      handedAt = 0;
    }
    if (trailers) response.addTrailers(trailers.values());
  };
  try {
    await pipeline(Readable.from(watched(), { objectMode: false, highWaterMark: 1 }), response);
  } catch (error) {
    response.destroy();
    if (!isDisconnection(error)) throw error;
  } finally {
    clearInterval(stalled);
  }
}

const isDisconnection = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
