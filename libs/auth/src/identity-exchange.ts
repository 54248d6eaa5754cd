import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';

/** What identity answers to a call; the body is parsed JSON, undefined for an empty one. */
export interface IdentityAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: unknown;
}

/**
 * Sends one request and reads its whole answer. Rejects with what undici says of the connection, or when the answer is
 * not there by the deadline (milliseconds).
 *
 * undici's `request` would do the same with a stream, an async resource and an abort signal for each call, of which
 * calls as small as these need nothing.
 */
export function exchange(
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  deadlineMs: number,
): Promise<IdentityAnswer> {
  return new Promise((resolve, reject) => {
    dispatcher.dispatch(request, new AnswerReader(deadlineMs, resolve, reject));
  });
}

class AnswerReader implements Dispatcher.DispatchHandler {
  #status = 0;
  #headers: IncomingHttpHeaders = {};
  readonly #chunks: Buffer[] = [];
  #controller: Dispatcher.DispatchController | undefined;
  #late: Error | undefined;
  readonly #timer: NodeJS.Timeout;

  constructor(
    deadlineMs: number,
    private readonly resolve: (answer: IdentityAnswer) => void,
    private readonly reject: (error: Error) => void,
  ) {
    this.#timer = setTimeout(() => this.#giveUp(new Error(`No answer within ${deadlineMs} ms`)), deadlineMs);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // It waited for a connection for so long that nobody waits for it any more: it is not to be sent.
    if (this.#late) controller.abort(this.#late);
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    this.#status = status;
    this.#headers = headers;
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    clearTimeout(this.#timer);
    try {
      const text = Buffer.concat(this.#chunks).toString();
      this.resolve({ status: this.#status, headers: this.#headers, body: text ? JSON.parse(text) : undefined });
    } catch (error) {
      this.reject(error as Error);
    }
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    clearTimeout(this.#timer);
    this.reject(error);
  }

  #giveUp(late: Error): void {
    this.#late = late;
    this.#controller?.abort(late);
    this.reject(late);
  }
}
