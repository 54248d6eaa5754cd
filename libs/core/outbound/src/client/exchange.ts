import type { IncomingHttpHeaders } from 'node:http';

import type { Dispatcher } from 'undici';

import type { Connection } from './connection.js';
import { errorCode } from '../errors.js';
import { describeFault, type Fault } from './failure.js';

export interface ExchangeRequest {
  path: string;
  headers: Record<string, string>;
  body: string | Buffer;
  maxResponseBytes: number;
  /** Milliseconds until the end of the answer, at most. */
  timeoutMs: number;
}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  truncated: boolean;
}

export type ExchangeOutcome =
  | { kind: 'answer'; answer: Answer }
  | { kind: 'fault'; fault: Fault }
  /** The receiver had closed the reused connection before any byte of an answer. */
  | { kind: 'stale' };

/** Error codes of a connection that was closed while it was idle. */
const CLOSED_MEANWHILE: ReadonlySet<string> = new Set([
  'UND_ERR_SOCKET',
  'UND_ERR_INFO',
  'UND_ERR_DESTROYED',
  'ECONNRESET',
  'EPIPE',
]);

/**
 * Sends a POST on a connection and reads its answer, up to the timeout and the size limit. Never rejects. The caller
 * must discard the connection unless the answer is complete.
 */
export function exchange(connection: Connection, request: ExchangeRequest): Promise<ExchangeOutcome> {
  return new Promise((resolve) => {
    const { path, headers, body } = request;
    const handler = new AnswerReader(connection, request, resolve);
    connection.client.dispatch({ method: 'POST', path, headers, body }, handler);
  });
}

/** Collects an answer. The first outcome counts; later errors of the connection are ignored. */
class AnswerReader implements Dispatcher.DispatchHandler {
  #status = 0;
  #headers: IncomingHttpHeaders = {};
  readonly #chunks: Buffer[] = [];
  #room: number;
  #isFinished = false;
  readonly #timer: NodeJS.Timeout;

  constructor(
    private readonly connection: Connection,
    private readonly request: ExchangeRequest,
    private readonly resolve: (outcome: ExchangeOutcome) => void,
  ) {
    this.#room = request.maxResponseBytes;
    this.#timer = setTimeout(() => this.#timeOut(), request.timeoutMs);
  }

  onRequestStart(): void {}

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    // 1xx answers precede the final one (RFC 9110 §15.2).
    if (status < 200) return;
    this.#status = status;
    this.#headers = headers;
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#isFinished) return;
    this.#chunks.push(chunk.length > this.#room ? chunk.subarray(0, this.#room) : chunk);
    this.#room -= chunk.length;
    if (this.#room >= 0) return;
    this.#answer(true);
    controller.abort(new Error('The answer is too long'));
  }

  onResponseEnd(): void {
    this.#answer(false);
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (this.#isStale(error)) this.#finish({ kind: 'stale' });
    else this.#finish({ kind: 'fault', fault: describeFault(error, this.connection.phase === 'connected') });
  }

  #isStale(error: Error): boolean {
    return this.connection.reused && this.#status === 0 && CLOSED_MEANWHILE.has(errorCode(error));
  }

  #answer(truncated: boolean): void {
    const answer = { status: this.#status, headers: this.#headers, body: Buffer.concat(this.#chunks), truncated };
    this.#finish({ kind: 'answer', answer });
  }

  #timeOut(): void {
    this.#finish({ kind: 'fault', fault: { kind: 'timeout', message: this.#describeTimeout() } });
  }

  #describeTimeout(): string {
    const within = `within ${this.request.timeoutMs} ms`;
    if (this.connection.phase === 'resolving') return `The host name could not be looked up ${within}`;
    if (this.connection.phase === 'connecting') return `The connection could not be made ${within}`;
    return this.#status === 0 ? `There was no answer ${within}` : `The answer was not complete ${within}`;
  }

  #finish(outcome: ExchangeOutcome): void {
    if (this.#isFinished) return;
    this.#isFinished = true;
    clearTimeout(this.#timer);
    this.resolve(outcome);
  }
}
