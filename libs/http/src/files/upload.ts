import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import busboy, { type Busboy } from 'busboy';
import { Problem } from '../problem/problem.js';

export interface UploadLimits {
  /** Bytes of one file. */
  maxBytes: number;
  /** Files of a request; 1 unless told. */
  maxFiles?: number;
  /** Fields beside the files; 20 unless told. */
  maxFields?: number;
  /** Bytes of one field; 10,000 unless told. */
  maxFieldBytes?: number;
}

/** A file of a multipart request, while it arrives. */
export interface IncomingFile {
  /** The name of its form field. */
  field: string;
  /** As the client calls it, without folders; never a path to write to. */
  fileName: string;
  /** As the client says; nothing vouches for it. */
  contentType: string;
  /** Fails with a Problem when the file is too large, the body is broken or the client goes away. */
  content: Readable;
}

export interface Upload<T> {
  fields: ReadonlyMap<string, string>;
  /** What `take` made of the files, in their order. */
  files: T[];
}

/** How much of a rejected body is still read (bytes), so that the client is listening when the answer comes. */
const DRAIN_BYTES = 8_388_608;
/** Of a part's headers busboy itself reads no more than 16 KiB. */
const MAX_PARTS_BEYOND = 1;

/**
 * Reads a multipart/form-data request. `take` gets each file as a stream, one after the other, and the next chunk is read
 * when it has taken the one before. What `take` throws ends the upload; what it has stored of earlier files is its own to
 * undo.
 * @throws Problem ValidationError for what is no multipart body or has too many parts, PayloadTooLarge for a file or a
 * field that is too large
 */
export async function readUpload<T>(
  request: IncomingMessage,
  limits: UploadLimits,
  take: (file: IncomingFile) => Promise<T>,
): Promise<Upload<T>> {
  const parser = parserOf(request, limits);
  const fields = new Map<string, string>();
  const taken: Promise<T>[] = [];
  const current = new Set<Readable>();
  let hasFailed = false;
  try {
    await new Promise<void>((resolve, reject) => {
      const fail = (error: unknown): void => {
        hasFailed = true;
        request.unpipe(parser);
        for (const content of current) content.destroy(error as Error);
        reject(error as Error);
      };
      parser.on('field', (name, value, { nameTruncated, valueTruncated }) => {
        if (nameTruncated || valueTruncated) return fail(tooLarge('A field'));
        fields.set(name, value);
      });
      parser.on('file', (field, content, { filename, mimeType }) => {
        if (hasFailed) return void content.resume();
        current.add(content);
        content.on('limit', () => fail(tooLarge('A file')));
        content.on('error', () => undefined);
        content.on('close', () => current.delete(content));
        const file = { field, fileName: filename ?? '', contentType: mimeType, content };
        const result = take(file);
        taken.push(result);
        // A file that was not read to its end holds up all that comes after it.
        result.then(() => content.resume(), fail);
      });
      parser.on('filesLimit', () => fail(invalid('The request has too many files')));
      parser.on('fieldsLimit', () => fail(invalid('The request has too many fields')));
      parser.on('partsLimit', () => fail(invalid('The request has too many parts')));
      parser.on('error', () => fail(invalid('The body is not valid multipart/form-data')));
      parser.on('close', resolve);
      request.on('close', () => {
        if (!request.complete) fail(invalid('The upload was aborted'));
      });
      request.pipe(parser);
    });
    return { fields, files: await Promise.all(taken) };
  } catch (error) {
    await Promise.allSettled(taken);
    await drain(request, parser);
    throw error;
  }
}

function parserOf(request: IncomingMessage, limits: UploadLimits): Busboy {
  const { maxBytes, maxFiles = 1, maxFields = 20, maxFieldBytes = 10_000 } = limits;
  if (!/^multipart\/form-data\s*;/i.test(request.headers['content-type'] ?? '')) {
    throw invalid('The body must be multipart/form-data');
  }
  try {
    return busboy({
      headers: request.headers,
      defParamCharset: 'utf8',
      limits: {
        // busboy says that a limit is reached, which a file of just that size may do.
        fileSize: maxBytes + 1,
        fieldSize: maxFieldBytes,
        files: maxFiles,
        fields: maxFields,
        parts: maxFiles + maxFields + MAX_PARTS_BEYOND,
      },
    });
  } catch {
    throw invalid('The body is not valid multipart/form-data');
  }
}

/** Reads the rest of a rejected body and throws it away. A client that sends far more is cut off. */
async function drain(request: IncomingMessage, parser: Busboy): Promise<void> {
  request.unpipe(parser);
  if (request.complete || request.destroyed) return;
  await new Promise<void>((resolve) => {
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > DRAIN_BYTES) request.destroy();
    });
    request.on('end', resolve);
    request.on('close', resolve);
    request.resume();
  });
}

const invalid = (message: string): Problem => new Problem('ValidationError', { message });
const tooLarge = (what: string): Problem => new Problem('PayloadTooLarge', { message: `${what} is too large` });
