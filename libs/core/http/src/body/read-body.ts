import type { IncomingMessage } from 'node:http';
import { gunzip } from 'node:zlib';
import { Problem } from '../problem/problem.js';
import { BodyState } from './body-state.js';
import { discardRest } from './discard-rest.js';

/** How much of a body that is too large is read before the answer: most clients have then sent it, and read the answer. */
const DRAIN_FACTOR = 8;
const MIN_DRAIN_BYTES = 8 * 1024 * 1024;

/** Whether the request announces a body (RFC 9112, 6.3). */
export function announcesBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}

const JSON_TYPE = /^application\/(?:[\w.!#$&^-]+\+)?json\s*(?:;|$)/i;

/** Whether the body is JSON by its content type, the `+json` suffix of RFC 6839 included. */
export function isJson(contentType: string | undefined): boolean {
  return contentType === 'application/json' || (contentType !== undefined && JSON_TYPE.test(contentType));
}

/** The state for a body that is not JSON: it is not read, and `value()` throws InvalidJson. */
export function nonJsonBody(contentType: string | undefined): BodyState {
  return new BodyState(
    undefined,
    () =>
      new Problem('InvalidJson', {
        message:
          contentType === undefined
            ? 'The body has no Content-Type; send application/json.'
            : 'The body is not JSON; send application/json.',
      }),
  );
}

/**
 * Reads a JSON body of at most `limit` bytes and calls `done` with it. Never throws: `value()` of the state throws what is
 * wrong with the body. If the client disconnects first, `done` is not called.
 */
export function readBody(request: IncomingMessage, limit: number, done: (body: BodyState) => void): void {
  const rejection = checkHeaders(request);
  if (rejection) return drain(request, limit, () => done(new BodyState(undefined, () => rejection)));
  if (Number(request.headers['content-length']) > limit) return drain(request, limit, () => done(tooLarge(limit)));
  collect(request, limit, (bytes) => {
    if (!bytes) done(tooLarge(limit));
    else if (isGzipped(request)) unzip(bytes, limit, done);
    else done(new BodyState(bytes));
  });
}

function checkHeaders({ headers }: IncomingMessage): Problem | undefined {
  if (headers['content-type'] === 'application/json' && headers['content-encoding'] === undefined) return undefined;
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(headers['content-type'] ?? '')?.[1];
  if (charset && !/^(utf-?8|us-ascii)$/i.test(charset))
    return new Problem('InvalidJson', { message: 'The charset of the body must be UTF-8.' });
  const encoding = headers['content-encoding'];
  if (encoding && !/^(identity|gzip|x-gzip)$/i.test(encoding))
    return new Problem('InvalidJson', { message: 'The Content-Encoding of the body must be gzip or identity.' });
  return undefined;
}

function isGzipped({ headers }: IncomingMessage): boolean {
  const encoding = headers['content-encoding'];
  return encoding !== undefined && /^(x-)?gzip$/i.test(encoding);
}

const tooLarge = (limit: number): BodyState =>
  new BodyState(
    undefined,
    () => new Problem('PayloadTooLarge', { message: `The body is larger than the limit of ${limit} bytes.` }),
  );

/** Calls `done` with the bytes, or with undefined above the limit. A body in one chunk, the usual case, is not copied. */
export function collect(request: IncomingMessage, limit: number, done: (bytes: Buffer | undefined) => void): void {
  let first: Buffer | undefined;
  let rest: Buffer[] | undefined;
  let size = 0;
  request.on('data', onData).on('end', onEnd);

  function onData(chunk: Buffer): void {
    size += chunk.length;
    if (size > limit) {
      request.off('data', onData).off('end', onEnd);
      return drain(request, limit, () => done(undefined));
    }
    if (!first) first = chunk;
    else (rest ??= [first]).push(chunk);
  }

  function onEnd(): void {
    done(rest ? Buffer.concat(rest, size) : (first ?? Buffer.alloc(0)));
  }
}

const drain = (request: IncomingMessage, limit: number, done: () => void): void =>
  discardRest(request, Math.max(limit * DRAIN_FACTOR, MIN_DRAIN_BYTES), done);

function unzip(bytes: Buffer, limit: number, done: (body: BodyState) => void): void {
  gunzip(bytes, { maxOutputLength: limit }, (error, plain) => {
    if (!error) return done(new BodyState(plain));
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return done(tooLarge(limit));
    done(
      new BodyState(
        undefined,
        () => new Problem('InvalidJson', { message: 'The body is not valid gzip.', cause: error }),
      ),
    );
  });
}
