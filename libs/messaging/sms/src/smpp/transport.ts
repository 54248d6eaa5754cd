import { setTimeout as delay } from 'node:timers/promises';

import { SmsFailure } from '../failure.js';
import type { InboundListener, ReceiptListener, SmsMessage, SmsReceipt, SmsTransport } from '../transport.js';
import { NoAnswer, SmppLink, type Answer } from './link.js';
import { submittedId } from './message-id.js';
import { backoffDelay, resolveSettings, type SmppOptions, type SmppSettings } from './options.js';
import { ReceiptHandler } from './receipt-handler.js';
import { isThrottling, rejection, Status } from './status.js';
import { submissionOf, type SubmitFields } from './submit.js';
import { Throttle } from './throttle.js';
import { unreachable } from './unreachable.js';
import { SubmitQueue, type Waiting } from './submit-queue.js';

export interface SmppStats {
  bound: boolean;
  /** submit_sm that wait for the link or a place in the window. */
  queued: number;
  /** submit_sm that await their answers. */
  outstanding: number;
}

/** Attempts to submit a later part of a message to a throttling carrier. */
const PART_ATTEMPTS = 10;

/**
 * Sends messages to a service centre by SMPP 3.4 over one transceiver link, which is kept alive and reconnected. It
 * connects at the first message or when a listener for receipts is set.
 *
 * The transport submits a part again only after a throttling error. A message whose link broke before the answer fails
 * as `uncertain`; messages that were not written yet use the next link.
 */
export class SmppTransport implements SmsTransport {
  readonly #settings: SmppSettings;
  readonly #receipts: ReceiptHandler;
  readonly #queue: SubmitQueue;
  readonly #throttle: Throttle;
  readonly #shutdown = new AbortController();
  #running: Promise<void> | undefined;
  #closing: Promise<void> | undefined;
  #link: SmppLink | undefined;
  #outstanding = 0;
  /** Messages of which some parts are submitted and some are not. */
  #halfway = 0;
  #lastError: unknown = new Error('the link is not made yet');
  /** Links in a row that could not be made, or ended soon. */
  #failures = 0;
  /** On the clock of `performance.now()`: with `failsFast`, no attempt is made before. */
  #retryAt = 0;
  #onProgress: (() => void) | undefined;

  /** @throws TypeError for invalid options */
  constructor(options: SmppOptions) {
    this.#settings = resolveSettings(options);
    this.#receipts = new ReceiptHandler(this.#settings);
    this.#queue = new SubmitQueue(this.#settings.timeouts.wait, () => this.#whyWaiting());
    this.#throttle = new Throttle(this.#settings.throttle, () => this.#dispatch());
  }

  get stats(): SmppStats {
    return { bound: this.#link !== undefined, queued: this.#queue.length, outstanding: this.#outstanding };
  }

  /** A receipt is acknowledged when the listener has stored it; if the listener rejects, the carrier retries. */
  onReceipt(listener: ReceiptListener): void {
    this.#receipts.listen(listener);
    this.#start();
  }

  /** Set it before the listener for receipts, so that no text is dropped. */
  onInbound(listener: InboundListener): void {
    this.#receipts.listenInbound(listener);
  }

  async send(message: SmsMessage): Promise<SmsReceipt> {
    if (this.#shutdown.signal.aborted) throw new SmsFailure('the transport is closed', { kind: 'temporary' });
    const { parts, segments } = submissionOf(message, this.#settings.from, this.#settings.longMessages);
    if (this.#queue.length + parts.length > this.#settings.maxQueued) {
      throw new SmsFailure('too many messages are waiting', { kind: 'temporary' });
    }
    if (this.#isPausing()) throw unreachable(this.#lastError);
    this.#start();
    const partIds = await this.#submitAll(parts);
    const carrierId = partIds.at(-1) || `unnamed-${message.id}`;
    return partIds.length > 1 ? { carrierId, segments, partIds } : { carrierId, segments };
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    this.#shutdown.abort();
    this.#queue.rejectAll(new SmsFailure('the transport is closed', { kind: 'temporary' }));
    this.#throttle.clear();
    await Promise.race([this.#idle(), delay(this.#settings.timeouts.close, undefined, { ref: false })]);
    await this.#link?.unbind();
    await this.#running;
  }

  /** In order, each after the answer to the previous one: after an error no further parts are sent. */
  async #submitAll(parts: SubmitFields[]): Promise<string[]> {
    const [first, ...others] = parts;
    const ids = first ? [await this.#submit(first)] : [];
    this.#halfway++;
    try {
      for (const part of others) ids.push(await this.#submitWithRetry(part));
    } catch (error) {
      throw error instanceof SmsFailure ? inPart(error) : error;
    } finally {
      this.#halfway--;
      this.#onProgress?.();
    }
    return ids;
  }

  /** Retries throttled parts: the parts before them are already submitted. */
  async #submitWithRetry(part: SubmitFields): Promise<string> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#submit(part);
      } catch (error) {
        const throttled = error instanceof SmsFailure && error.retryAfterMs !== undefined;
        if (!throttled || attempt === PART_ATTEMPTS) throw error;
      }
    }
  }

  #submit(part: SubmitFields): Promise<string> {
    return this.#queue.wait(part, () => this.#dispatch());
  }

  #dispatch(): void {
    while (this.#link?.open && !this.#throttle.paused && this.#outstanding < this.#settings.window) {
      const waiting = this.#queue.next();
      if (!waiting) return;
      void this.#submitNow(waiting, this.#link);
    }
  }

  async #submitNow(waiting: Waiting, link: SmppLink): Promise<void> {
    this.#outstanding++;
    try {
      this.#onAnswer(waiting, await link.submit(waiting.fields));
    } catch (error) {
      this.#onNoAnswer(waiting, error);
    } finally {
      this.#outstanding--;
      this.#onProgress?.();
      this.#dispatch();
    }
  }

  #onAnswer(waiting: Waiting, { status, messageId }: Answer): void {
    if (status === Status.ok) {
      this.#throttle.reset();
      waiting.resolve(submittedId(messageId, this.#settings.receiptIds));
    } else if (isThrottling(status)) {
      waiting.reject(rejection(status, this.#throttle.pause()));
    } else {
      waiting.reject(rejection(status));
    }
  }

  #onNoAnswer(waiting: Waiting, error: unknown): void {
    const written = !(error instanceof NoAnswer) || error.written;
    if (!written && !this.#shutdown.signal.aborted) {
      this.#queue.putBack(waiting);
      return;
    }
    const reason = error instanceof Error ? error.message : String(error);
    waiting.reject(new SmsFailure(reason, { kind: 'temporary', uncertain: written, cause: error }));
  }

  #whyWaiting(): string {
    return this.#link ? 'the carrier takes messages too slowly' : unreachable(this.#lastError).reason;
  }

  #start(): void {
    if (!this.#shutdown.signal.aborted) this.#running ??= this.#keepLink();
  }

  async #keepLink(): Promise<void> {
    const { signal } = this.#shutdown;
    const { reconnect, failsFast } = this.#settings;
    while (!signal.aborted) {
      const startedAt = performance.now();
      const bound = await this.#runLink(signal);
      // A centre that closes each link soon must not be called each second.
      if (bound && performance.now() - startedAt > reconnect.max) this.#failures = 0;
      const pause = backoffDelay(reconnect, this.#failures++);
      if (failsFast && !bound) return this.#giveUp(pause);
      await delay(pause, undefined, { signal }).catch(() => undefined);
    }
  }

  /** The next message tries again, when the pause is over. */
  #giveUp(pause: number): void {
    this.#retryAt = performance.now() + pause;
    this.#running = undefined;
    this.#queue.rejectAll(unreachable(this.#lastError));
  }

  #isPausing(): boolean {
    return this.#running === undefined && performance.now() < this.#retryAt;
  }

  /** Runs a link until its end; false if it could not be opened. */
  async #runLink(signal: AbortSignal): Promise<boolean> {
    const { logger } = this.#settings;
    try {
      const link = await SmppLink.open(this.#settings, (pdu) => this.#receipts.handle(pdu), signal);
      this.#link = link;
      logger?.debug({}, 'bound to the carrier');
      this.#dispatch();
      this.#lastError = await link.ended;
    } catch (error) {
      this.#lastError = error;
    }
    const bound = this.#link !== undefined;
    this.#link = undefined;
    if (!signal.aborted)
      logger?.warn({ bound, trouble: unreachable(this.#lastError).reason }, 'no link to the carrier');
    return bound;
  }

  /** Resolves when no message is partly submitted and no answer is pending in either direction. */
  async #idle(): Promise<void> {
    while (this.#outstanding + this.#halfway > 0) await new Promise<void>((resolve) => (this.#onProgress = resolve));
    await this.#receipts.idle();
  }
}

/** A failure after some parts were accepted. */
function inPart(failure: SmsFailure): SmsFailure {
  const { kind, code, recipient, retryAfterMs } = failure;
  const details = { kind, code, recipient, retryAfterMs, uncertain: true, cause: failure };
  return new SmsFailure(`${failure.reason}, in the middle of a message of several parts`, details);
}
