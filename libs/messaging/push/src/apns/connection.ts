import {
  connect,
  constants,
  type ClientHttp2Session,
  type ClientHttp2Stream,
  type OutgoingHttpHeaders,
} from 'node:http2';
import { PushFailure } from '../failure.js';

export interface ApnsAnswer {
  status: number;
  headers: { apnsId?: string; retryAfter?: string };
  body: string;
}

export interface ApnsConnectionOptions {
  url: string;
  /** Certificate authorities to trust in place of Node's, PEM. */
  ca?: string | Buffer;
  /** Milliseconds per request, with the time to connect. */
  timeoutMs: number;
}

const ANSWER_CHARACTERS = 4_096;

/**
 * The one HTTP/2 connection to APNs, opened at the first request and kept: APNs treats frequent connecting as an attack.
 * After its end or a GOAWAY the next request opens another; running requests complete on the old one.
 */
export class ApnsConnection {
  #session?: ClientHttp2Session;

  constructor(private readonly options: ApnsConnectionOptions) {}

  /** Sends a POST. @throws PushFailure (temporary) without an answer */
  async post(headers: OutgoingHttpHeaders, body: Buffer): Promise<ApnsAnswer> {
    const session = this.#open();
    const stream = startRequest(session, { ':method': 'POST', ...headers });
    const { timeoutMs } = this.options;
    const timer = setTimeout(() => {
      // The connection may be dead without an error.
      this.#abandon(session);
      stream.destroy(PushFailure.unreachable(`APNs did not answer within ${timeoutMs} ms`));
    }, timeoutMs);
    stream.end(body);
    try {
      return await read(stream);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Waits for running requests, at most as long as their timeout. */
  async close(): Promise<void> {
    const session = this.#session;
    this.#session = undefined;
    if (!session || session.destroyed) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(() => session.destroy(), this.options.timeoutMs);
      session.once('close', () => {
        clearTimeout(timer);
        resolve();
      });
      session.close();
    });
  }

  #open(): ClientHttp2Session {
    if (this.#session && !this.#session.closed && !this.#session.destroyed) return this.#session;
    const session = connect(this.options.url, { ca: this.options.ca });
    // The requests get the error, too; a session without a listener would end the process.
    session.on('error', () => this.#abandon(session));
    session.on('goaway', () => this.#abandon(session));
    session.on('close', () => this.#abandon(session));
    this.#session = session;
    return session;
  }

  /** Lets running requests complete and starts no new ones. */
  #abandon(session: ClientHttp2Session): void {
    if (this.#session === session) this.#session = undefined;
    if (!session.closed && !session.destroyed) session.close();
  }
}

/** Maps the error of a session that has just ended. */
function startRequest(session: ClientHttp2Session, headers: OutgoingHttpHeaders): ClientHttp2Stream {
  try {
    return session.request(headers);
  } catch (cause) {
    throw PushFailure.unreachable('The connection to APNs was closed', cause);
  }
}

function read(stream: ClientHttp2Stream): Promise<ApnsAnswer> {
  return new Promise((resolve, reject) => {
    let answer: ApnsAnswer | undefined;
    stream.setEncoding('utf8');
    stream.on('response', (headers) => {
      const { 'apns-id': apnsId, 'retry-after': retryAfter } = headers;
      const status = Number(headers[constants.HTTP2_HEADER_STATUS]);
      answer = { status, headers: { apnsId: text(apnsId), retryAfter: text(retryAfter) }, body: '' };
    });
    stream.on('data', (chunk: string) => {
      if (answer && answer.body.length < ANSWER_CHARACTERS) answer.body += chunk;
    });
    stream.on('error', (error) => reject(failureOf(error)));
    stream.on('close', () => {
      if (answer && stream.rstCode === constants.NGHTTP2_NO_ERROR) resolve(answer);
      else reject(PushFailure.unreachable('The connection to APNs was closed before there was an answer'));
    });
  });
}

function failureOf(error: Error): PushFailure {
  return error instanceof PushFailure ? error : PushFailure.unreachable('The connection to APNs failed', error);
}

const text = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header[0] : header;
