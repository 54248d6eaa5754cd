import { setTimeout as delay } from 'node:timers/promises';

import { SmsFailure } from '../failure.js';
import { smsSegments } from '../segments.js';
import type {
  DeliveryReceipt,
  DeliveryStatus,
  ReceiptListener,
  SmsLogger,
  SmsMessage,
  SmsReceipt,
  SmsTransport,
} from '../transport.js';
import { sandboxOutcome, type SandboxOutcome } from './recipients.js';

export interface SandboxOptions {
  /** Milliseconds between accepting a message and its receipt; 100 by default. */
  receiptDelayMs?: number;
  logger?: SmsLogger;
}

interface Fate {
  status: DeliveryStatus;
  reason?: string;
}

const FATES: Readonly<Record<Exclude<SandboxOutcome, 'invalid'>, Fate>> = {
  delivered: { status: 'delivered' },
  busy: { status: 'delivered' },
  failed: { status: 'failed', reason: 'sandbox: the carrier rejected the message' },
  undelivered: { status: 'undelivered', reason: 'sandbox: the telephone could not be reached' },
};

/** Attempts to give a receipt to a listener that rejects it. */
const RECEIPT_ATTEMPTS = 5;
/** Messages whose first rejection is remembered, at most; the oldest are dropped first. */
const REMEMBERED = 10_000;

/**
 * A carrier that sends nothing: the recipient decides whether a message is accepted and which receipt it gets (see
 * `SANDBOX_RECIPIENTS`). The `carrierId` is derived from the message's id, so a repeated message keeps it.
 */
export class SandboxSms implements SmsTransport {
  readonly #refusedOnce = new Set<string>();
  readonly #reporting = new Set<Promise<void>>();
  readonly #closing = new AbortController();
  #listener: ReceiptListener | undefined;

  constructor(private readonly options: SandboxOptions = {}) {}

  onReceipt(listener: ReceiptListener): void {
    if (this.#listener) throw new Error('there is a listener for delivery receipts already');
    this.#listener = listener;
  }

  async send(message: SmsMessage): Promise<SmsReceipt> {
    if (this.#closing.signal.aborted) throw new SmsFailure('the transport is closed', { kind: 'temporary' });
    const outcome = sandboxOutcome(message.to);
    if (outcome === 'invalid') throw invalidNumber();
    if (outcome === 'busy' && this.#isFirstAttempt(message.id)) throw busy();
    const carrierId = `sandbox-${message.id}`;
    this.#reportLater({ carrierId, recipient: message.to, ...FATES[outcome] });
    return { carrierId, segments: smsSegments(message.body).segments };
  }

  /** Delivers all pending receipts at once. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all(this.#reporting);
  }

  #isFirstAttempt(id: string): boolean {
    if (this.#refusedOnce.delete(id)) return false;
    this.#refusedOnce.add(id);
    const [oldest] = this.#refusedOnce;
    if (this.#refusedOnce.size > REMEMBERED && oldest !== undefined) this.#refusedOnce.delete(oldest);
    return true;
  }

  #reportLater(receipt: Omit<DeliveryReceipt, 'at'>): void {
    const reporting = this.#report(receipt);
    this.#reporting.add(reporting);
    void reporting.finally(() => this.#reporting.delete(reporting));
  }

  async #report(receipt: Omit<DeliveryReceipt, 'at'>): Promise<void> {
    for (let attempt = 1; attempt <= RECEIPT_ATTEMPTS; attempt++) {
      await this.#pause(attempt);
      try {
        await this.#listener?.({ ...receipt, at: new Date() });
        return;
      } catch (error) {
        this.options.logger?.warn({ err: error, attempt }, 'a delivery receipt was not recorded');
      }
    }
  }

  async #pause(attempt: number): Promise<void> {
    const { signal } = this.#closing;
    const pause = (this.options.receiptDelayMs ?? 100) * 2 ** (attempt - 1);
    await delay(pause, undefined, { signal }).catch(() => undefined);
  }
}

function invalidNumber(): SmsFailure {
  const details = { kind: 'permanent', code: 'invalid-number', recipient: 'invalid' } as const;
  return new SmsFailure('sandbox: there is no such number', details);
}

function busy(): SmsFailure {
  return new SmsFailure('sandbox: the carrier is busy', { kind: 'temporary', code: 'busy', retryAfterMs: 1_000 });
}
