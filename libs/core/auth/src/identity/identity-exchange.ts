import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import { RunningTimer } from './running-deadline.js';

/** Identity's answer. The body is parsed JSON; undefined if empty. */
export interface IdentityAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: unknown;
}

/**
 * Sends a request and reads the whole answer. Rejects with undici's error, or after `timeoutMs`.
 *
 * undici's `request` creates a stream, an async resource and an abort signal per call, which such small calls do not
 * need.
 */
export function exchange(
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  timeoutMs: number,
): Promise<IdentityAnswer> {
  return new Promise((resolve, reject) => {
    dispatcher.dispatch(request, new AnswerReader(timeoutMs, resolve, reject));
  });
}

class AnswerReader implements Dispatcher.DispatchHandler {
  #status = 0;
  #headers: IncomingHttpHeaders = {};
  readonly #chunks: Buffer[] = [];
  #controller: Dispatcher.DispatchController | undefined;
  #timedOut: Error | undefined;
  readonly #timer: RunningTimer;

  constructor(
    timeoutMs: number,
    private readonly resolve: (answer: IdentityAnswer) => void,
    private readonly reject: (error: Error) => void,
  ) {
    this.#timer = new RunningTimer(timeoutMs, () => this.#timeOut(new Error(`No answer within ${timeoutMs} ms`)));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // The request timed out while it waited for a connection: do not send it.
    if (this.#timedOut) controller.abort(this.#timedOut);
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    this.#status = status;
    this.#headers = headers;
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    this.#timer.cancel();
    try {
      const text = Buffer.concat(this.#chunks).toString();
      this.resolve({ status: this.#status, headers: this.#headers, body: text ? JSON.parse(text) : undefined });
    } catch (error) {
      this.reject(error as Error);
    }
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#timer.cancel();
    this.reject(error);
  }

  #timeOut(error: Error): void {
    this.#timedOut = error;
    this.#controller?.abort(error);
    this.reject(error);
  }
}
