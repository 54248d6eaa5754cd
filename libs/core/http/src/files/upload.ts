import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import busboy, { type Busboy } from 'busboy';
import { discardRest } from '../body/discard-rest.js';
import { Problem } from '../problem/problem.js';

export interface UploadLimits {
  /** Bytes of one file. */
  maxBytes: number;
  /** Files of a request; 1 if absent. */
  maxFiles?: number;
  /** Other fields of a request; 20 if absent. */
  maxFields?: number;
  /** Bytes of one field; 10,000 if absent. */
  maxFieldBytes?: number;
}

/** A file of a multipart request that is being received. */
export interface IncomingFile {
  /** The name of its form field. */
  field: string;
  /** The client's name for it, without folders. Do not use it as a path. */
  fileName: string;
  /** The client's claim; it is not verified. */
  contentType: string;
  /** Fails with a Problem if the file is too large, the body is invalid or the client disconnects. */
  content: Readable;
}

export interface Upload<T> {
  fields: ReadonlyMap<string, string>;
  /** The fields in their order; a name may come several times. */
  entries: readonly (readonly [string, string])[];
  /** The results of `take` for the files, in their order. */
  files: T[];
}

/** How much of a rejected body is read before the answer (bytes): most clients have then sent it, and read the answer. */
const DRAIN_BYTES = 8_388_608;
const MAX_PARTS_BEYOND = 1;

/**
 * Reads a multipart/form-data request. `take` gets each file as a stream, one after the other, and the fields that came
 * before it; data is read only as fast as `take` reads it. An error of `take` ends the upload; the caller deletes what `take` has stored of earlier files.
 * @throws Problem ValidationError if the body is not multipart or has too many parts, PayloadTooLarge if a file or a field
 * is too large
 */
export async function readUpload<T>(
  request: IncomingMessage,
  limits: UploadLimits,
  take: (file: IncomingFile, before: readonly (readonly [string, string])[]) => Promise<T>,
): Promise<Upload<T>> {
  const parser = parserOf(request, limits);
  const fields = new Map<string, string>();
  const entries: [string, string][] = [];
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
        if (nameTruncated || valueTruncated) return fail(tooLarge('A field is too large'));
        fields.set(name, value);
        entries.push([name, value]);
      });
      parser.on('file', (field, content, { filename, mimeType }) => {
        if (hasFailed) return void content.resume();
        current.add(content);
        content.on('limit', () => fail(tooLarge('A file is too large')));
        content.on('error', () => undefined);
        content.on('close', () => current.delete(content));
        const file = { field, fileName: filename ?? '', contentType: mimeType, content };
        const result = take(file, entries);
        taken.push(result);
        // The parser continues only after a file was read to its end.
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
    return { fields, entries, files: await Promise.all(taken) };
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
        // busboy reports a file that reaches the limit, and one of exactly `maxBytes` is valid.
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

async function drain(request: IncomingMessage, parser: Busboy): Promise<void> {
  request.unpipe(parser);
  if (request.complete || request.destroyed) return;
  await new Promise<void>((resolve) => {
    request.on('close', resolve);
    discardRest(request, DRAIN_BYTES, resolve);
  });
}

const invalid = (message: string): Problem => new Problem('ValidationError', { message });
const tooLarge = (message: string): Problem => new Problem('PayloadTooLarge', { message });
