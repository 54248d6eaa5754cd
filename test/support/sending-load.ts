import { setTimeout as delay } from 'node:timers/promises';
import { patient, waitUntil } from '#libs/test/testing';
import type { FaultStack, Sender } from './fault-stack.js';
import type { Answer } from './http-client.js';

/** One call of the load and its answer. */
export interface Call {
  index: number;
  /** 0 when there was no answer. */
  status: number;
  messageId: string | undefined;
  ms: number;
  body: unknown;
}

export interface LoadOptions {
  count: number;
  connections?: number;
}

const PAUSE_MS = 50;
/** No call may hang: one without an answer by then counts as unanswered. */
const CALL_TIMEOUT_MS = 20_000;
const RETRY_FOR_MS = 60_000;

/**
 * Sends `count` e-mails, each to a recipient of its own, over several connections at once. Every second one has an
 * idempotency key and is retried until it is accepted; the others are sent once.
 */
export class SendingLoad {
  readonly calls: Call[] = [];
  readonly done: Promise<void>;
  #next = 0;
  #accepted = 0;

  constructor(
    private readonly stack: FaultStack,
    private readonly sender: Sender,
    private readonly options: LoadOptions,
  ) {
    const lanes = Array.from({ length: options.connections ?? 32 }, () => this.#lane());
    this.done = Promise.all(lanes).then(() => undefined);
  }

  /** The ids of the messages that were accepted. */
  get accepted(): Set<string> {
    return new Set(this.calls.flatMap(({ status, messageId }) => (status === 202 && messageId ? [messageId] : [])));
  }

  /** How many e-mails have an idempotency key, and so are accepted in the end. */
  get keyed(): number {
    return Math.ceil(this.options.count / 2);
  }

  /** Resolves when this many are accepted. */
  async waitForAccepted(accepted: number): Promise<void> {
    await waitUntil(() => this.#accepted >= accepted, { timeoutMs: 30_000, everyMs: 2, what: `${accepted} accepted` });
  }

  async #lane(): Promise<void> {
    while (this.#next < this.options.count) {
      const index = this.#next++;
      if (index % 2 === 0) await this.#sendUntilAccepted(index);
      else await this.#send(index, {});
    }
  }

  async #sendUntilAccepted(index: number): Promise<void> {
    const headers = { 'idempotency-key': `order-${index}` };
    const deadline = Date.now() + patient(RETRY_FOR_MS);
    while ((await this.#send(index, headers)).status !== 202) {
      if (Date.now() > deadline) throw new Error(`E-mail ${index} was never accepted`);
    }
  }

  async #send(index: number, headers: Record<string, string>): Promise<Call> {
    const began = performance.now();
    const answer = await this.#attempt(index, headers);
    const messageId = answer?.body?.MessageId as string | undefined;
    const call = {
      index,
      status: answer?.status ?? 0,
      messageId,
      ms: performance.now() - began,
      body: answer?.body as unknown,
    };
    this.calls.push(call);
    if (call.status === 202) this.#accepted += 1;
    else await this.#waitBeforeRetry(call);
    return call;
  }

  async #attempt(index: number, headers: Record<string, string>): Promise<Answer | undefined> {
    const answered = this.sender.client.post('/v1/emails/send', emailTo(recipientOf(index)), headers);
    return Promise.race([answered.catch(() => undefined), delay(patient(CALL_TIMEOUT_MS), undefined, { ref: false })]);
  }

  /** After no answer, waits until the platform listens again; after a rejection, waits a little. */
  async #waitBeforeRetry({ status }: Call): Promise<void> {
    if (status !== 0) return delay(PAUSE_MS);
    const listens = async () => (await this.stack.platform.client.get('/healthz')).status === 200;
    await waitUntil(listens, { timeoutMs: 30_000, everyMs: PAUSE_MS, what: 'the platform to listen again' });
  }
}

export function recipientOf(index: number): string {
  return `r${index}@example.test`;
}

export function emailTo(recipient: string) {
  return {
    Source: 'hello@sender.test',
    Destination: { ToAddresses: [recipient] },
    Message: { Subject: { Data: 'Hello' }, Body: { Text: { Data: 'Hello.' } } },
  };
}
