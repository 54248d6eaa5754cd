import { setTimeout as delay } from 'node:timers/promises';

import { SmsFailure } from '../failure.js';
import type { ReceiptListener, SmsMessage, SmsReceipt, SmsTransport } from '../transport.js';
import { NoAnswer, SmppLink, type Answer } from './link.js';
import { submittedId } from './message-id.js';
import { backoffDelay, resolveSettings, type SmppOptions, type SmppSettings } from './options.js';
import { ReceiptDesk } from './receipt-desk.js';
import { isThrottling, refusal, Status } from './status.js';
import { submissionOf, type SubmitFields } from './submit.js';
import { Throttle } from './throttle.js';
import { WaitingLine, type Waiting } from './waiting-line.js';

/** Figures for a gauge. */
export interface SmppStats {
  bound: boolean;
  /** submit_sm that wait for the link or a place in the window. */
  queued: number;
  /** submit_sm that await their answers. */
  outstanding: number;
}

/** How often a later part of a message is offered again to a carrier that has too much. */
const PART_ATTEMPTS = 10;

/**
 * Hands messages to a service centre by SMPP 3.4, over one link that is bound as a transceiver, kept alive and made
 * anew when it breaks. It connects when there is a listener for receipts or a first message.
 *
 * No part of a message is ever submitted twice by the transport itself, but for one that the carrier refused for having
 * too much. A message whose link broke before its answer came is rejected as `uncertain`; those that had not left yet go
 * over the next link.
 */
export class SmppTransport implements SmsTransport {
  readonly #settings: SmppSettings;
  readonly #desk: ReceiptDesk;
  readonly #line: WaitingLine;
  readonly #throttle: Throttle;
  readonly #shutdown = new AbortController();
  #running: Promise<void> | undefined;
  #closing: Promise<void> | undefined;
  #link: SmppLink | undefined;
  #outstanding = 0;
  /** Messages of which some parts are gone and some are not. */
  #halfway = 0;
  #trouble = 'the link is not made yet';
  #onQuiet: (() => void) | undefined;

  /** Throws TypeError for options that make no sense. */
  constructor(options: SmppOptions) {
    this.#settings = resolveSettings(options);
    this.#desk = new ReceiptDesk(this.#settings);
    this.#line = new WaitingLine(this.#settings.timeouts.wait, () => this.#whyWaiting());
    this.#throttle = new Throttle(this.#settings.throttle, () => this.#dispatch());
  }

  get stats(): SmppStats {
    return { bound: this.#link !== undefined, queued: this.#line.length, outstanding: this.#outstanding };
  }

  /** A deliver_sm with a receipt is answered when the listener has taken it; when it rejects, the carrier repeats it. */
  onReceipt(listener: ReceiptListener): void {
    this.#desk.listen(listener);
    this.#start();
  }

  async send(message: SmsMessage): Promise<SmsReceipt> {
    if (this.#shutdown.signal.aborted) throw new SmsFailure('the transport is closed', { kind: 'temporary' });
    const { parts, segments } = submissionOf(message, this.#settings.from, this.#settings.longMessages);
    if (this.#line.length + parts.length > this.#settings.maxQueued) {
      throw new SmsFailure('too many messages are waiting', { kind: 'temporary' });
    }
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
    this.#line.dismiss('the transport is closed');
    this.#throttle.clear();
    await Promise.race([this.#quiet(), delay(this.#settings.timeouts.close, undefined, { ref: false })]);
    await this.#link?.unbind();
    await this.#running;
  }

  /** In order, each after the answer to the one before: a refusal then leaves as little behind as can be. */
  async #submitAll(parts: SubmitFields[]): Promise<string[]> {
    const [first, ...others] = parts;
    const ids = first ? [await this.#submit(first)] : [];
    this.#halfway++;
    try {
      for (const part of others) ids.push(await this.#submitPatiently(part));
    } catch (error) {
      throw error instanceof SmsFailure ? inPart(error) : error;
    } finally {
      this.#halfway--;
      this.#onQuiet?.();
    }
    return ids;
  }

  /** The parts before it are gone already: giving up now would cost more than waiting. */
  async #submitPatiently(part: SubmitFields): Promise<string> {
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
    return this.#line.wait(part, () => this.#dispatch());
  }

  #dispatch(): void {
    while (this.#link?.open && !this.#throttle.quiet && this.#outstanding < this.#settings.window) {
      const waiting = this.#line.next();
      if (!waiting) return;
      void this.#hand(waiting, this.#link);
    }
  }

  async #hand(waiting: Waiting, link: SmppLink): Promise<void> {
    this.#outstanding++;
    try {
      this.#onAnswer(waiting, await link.submit(waiting.fields));
    } catch (error) {
      this.#onNoAnswer(waiting, error);
    } finally {
      this.#outstanding--;
      this.#onQuiet?.();
      this.#dispatch();
    }
  }

  #onAnswer(waiting: Waiting, { status, messageId }: Answer): void {
    if (status === Status.ok) {
      this.#throttle.taken();
      waiting.resolve(submittedId(messageId, this.#settings.receiptIds));
    } else if (isThrottling(status)) {
      waiting.reject(refusal(status, this.#throttle.throttled()));
    } else {
      waiting.reject(refusal(status));
    }
  }

  #onNoAnswer(waiting: Waiting, error: unknown): void {
    const written = !(error instanceof NoAnswer) || error.written;
    if (!written && !this.#shutdown.signal.aborted) {
      this.#line.putBack(waiting);
      return;
    }
    const reason = error instanceof Error ? error.message : String(error);
    waiting.reject(new SmsFailure(reason, { kind: 'temporary', uncertain: written, cause: error }));
  }

  #whyWaiting(): string {
    return this.#link ? 'the carrier takes messages too slowly' : `the carrier cannot be reached: ${this.#trouble}`;
  }

  #start(): void {
    if (!this.#shutdown.signal.aborted) this.#running ??= this.#keepLink();
  }

  async #keepLink(): Promise<void> {
    const { signal } = this.#shutdown;
    for (let failures = 0; !signal.aborted; failures++) {
      const bound = await this.#holdLink(signal);
      if (bound) failures = 0;
      await delay(backoffDelay(this.#settings.reconnect, failures), undefined, { signal }).catch(() => undefined);
    }
  }

  /** One link from its making to its end; false when it could not be made. */
  async #holdLink(signal: AbortSignal): Promise<boolean> {
    const { logger } = this.#settings;
    try {
      const link = await SmppLink.open(this.#settings, (pdu) => this.#desk.take(pdu), signal);
      this.#link = link;
      logger?.debug({}, 'bound to the carrier');
      this.#dispatch();
      this.#trouble = (await link.ended).message;
    } catch (error) {
      this.#trouble = error instanceof Error ? error.message : String(error);
    }
    const bound = this.#link !== undefined;
    this.#link = undefined;
    if (!signal.aborted) logger?.warn({ bound, trouble: this.#trouble }, 'no link to the carrier');
    return bound;
  }

  /** Resolves when no message is half handed over and no answer is owed, by the carrier or to it. */
  async #quiet(): Promise<void> {
    while (this.#outstanding + this.#halfway > 0) await new Promise<void>((resolve) => (this.#onQuiet = resolve));
    await this.#desk.idle();
  }
}

/** Of a failure in the middle of a message: some of it was taken. */
function inPart(failure: SmsFailure): SmsFailure {
  const { kind, code, recipient, retryAfterMs } = failure;
  const details = { kind, code, recipient, retryAfterMs, uncertain: true, cause: failure };
  return new SmsFailure(`${failure.reason}, in the middle of a message of several parts`, details);
}
