import type * as Undici from 'undici';
import { lazyPackage } from '#libs/core/process';
import { connectorOf } from './connector.js';
import { UrlRejected } from '../errors.js';
import { DialFailed, type Dial } from './guarded-dialer.js';
import { parseTarget } from '../addresses/target.js';

const undici = lazyPackage<typeof Undici>('undici');

const MAX_REDIRECTS = 3;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const CONNECT_TIMEOUT_MS = 5_000;

/** `refused`: the address may not be called. `status`: the answer was not 200. `unreachable`: there was no whole answer. */
export type DownloadFailure = 'refused' | 'unreachable' | 'status' | 'too-large';

/** There is no file. The message may be shown to the user; it contains no address. */
export class DownloadFailed extends Error {
  override readonly name = 'DownloadFailed';

  constructor(
    readonly kind: DownloadFailure,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

export interface DownloadOptions {
  /** Makes the connections: that of a {@link GuardedDialer}. */
  dial: Dial;
  maxBytes: number;
  /** From the first name lookup to the last byte, redirects included. */
  timeoutMs: number;
  /** The header Accept. */
  accept: string;
  userAgent?: string;
}

/** File that is arriving. */
export interface ArrivingFile {
  /** Media type, as the server says; undefined if it says none. */
  contentType: string | undefined;
  /** Fails with a {@link DownloadFailed}. */
  chunks: AsyncIterable<Buffer>;
}

/**
 * Reads a file from a URL of a user (SSRF guard): every connection goes through the dialer, those of redirects too, and no
 * credential is sent.
 * @throws DownloadFailed
 */
export async function downloadFile(url: string, options: DownloadOptions): Promise<Buffer> {
  return downloadTo(url, options, async ({ chunks }) => {
    const all: Buffer[] = [];
    for await (const chunk of chunks) all.push(chunk);
    return Buffer.concat(all);
  });
}

/** {@link downloadFile} for a file that is never whole in memory. @throws DownloadFailed, and what `take` throws */
export async function downloadTo<T>(
  url: string,
  options: DownloadOptions,
  take: (file: ArrivingFile) => Promise<T>,
): Promise<T> {
  const signal = AbortSignal.timeout(options.timeoutMs);
  const agent = new (undici().Agent)({
    connect: connectorOf(options.dial, Math.min(CONNECT_TIMEOUT_MS, options.timeoutMs)),
    pipelining: 1,
  });
  try {
    const answer = await follow(url, options, agent, signal).catch((error: unknown) => {
      throw toDownloadFailed(error, signal);
    });
    const contentType = answer.headers['content-type'];
    return await take({
      contentType: typeof contentType === 'string' ? contentType : undefined,
      chunks: chunksOf(answer, options.maxBytes, signal),
    });
  } finally {
    // What is left of a refused answer is not waited for.
    void agent.destroy();
  }
}

async function follow(
  first: string,
  options: DownloadOptions,
  dispatcher: Undici.Agent,
  signal: AbortSignal,
): Promise<Undici.Dispatcher.ResponseData> {
  let { url } = parseTarget(first);
  for (let redirects = 0; ; redirects += 1) {
    const answer = await undici().request(url, {
      dispatcher,
      signal,
      headers: {
        accept: options.accept,
        'accept-encoding': 'identity',
        'user-agent': options.userAgent ?? 'Service-Media/1.0',
      },
    });
    const { statusCode: status, headers } = answer;
    // Of a body that is not read to its end the rest is given up, which the stream reports as an error.
    answer.body.on('error', () => undefined);
    if (!REDIRECTS.has(status)) return accepted(answer, options.maxBytes);
    const { location } = headers;
    if (typeof location !== 'string' || !URL.canParse(location, url))
      throw new DownloadFailed('status', `The server answered ${status} without an address`);
    if (redirects >= MAX_REDIRECTS) throw new DownloadFailed('status', 'The server redirects too often');
    answer.body.destroy();
    ({ url } = parseTarget(new URL(location, url).href));
  }
}

/** The answer, if it is a file that may be read. @throws DownloadFailed */
function accepted(answer: Undici.Dispatcher.ResponseData, maxBytes: number): Undici.Dispatcher.ResponseData {
  const { statusCode, headers } = answer;
  if (statusCode !== 200) throw new DownloadFailed('status', `The server answered ${statusCode}`);
  if (Number(headers['content-length'] ?? 0) > maxBytes) throw tooLarge();
  if (headers['content-encoding'] && headers['content-encoding'] !== 'identity')
    throw new DownloadFailed('unreachable', 'The server encodes its answer in a way that was not asked for');
  return answer;
}

async function* chunksOf(
  { body }: Undici.Dispatcher.ResponseData,
  maxBytes: number,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  let bytes = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw tooLarge();
      yield chunk;
    }
  } catch (error) {
    throw toDownloadFailed(error, signal);
  }
}

const tooLarge = (): DownloadFailed => new DownloadFailed('too-large', 'The file is too large');

function toDownloadFailed(error: unknown, signal: AbortSignal): DownloadFailed {
  if (error instanceof DownloadFailed) return error;
  if (error instanceof UrlRejected) return new DownloadFailed('refused', `The URL ${error.message}`, { cause: error });
  if (error instanceof DialFailed) {
    const kind = error.kind === 'refused-address' ? 'refused' : 'unreachable';
    return new DownloadFailed(kind, error.message, { cause: error });
  }
  const message = signal.aborted ? 'The file did not arrive in time' : 'The server did not send the whole file';
  return new DownloadFailed('unreachable', message, { cause: error });
}
