import { createHash } from 'node:crypto';
import { PushFailure } from '../failure.js';
import type {
  PushDevice,
  PushMessage,
  PushReceipt,
  PushTransport,
  TopicMessage,
  TopicTransport,
} from '../transport.js';

/** The outcomes that a device's token can request. */
export type SandboxOutcome = 'taken' | 'deferred' | 'refused' | 'gone';

export interface SandboxOptions {
  /** Messages kept in {@link SandboxPushTransport.sent}; 1,000 by default. */
  kept?: number;
}

const KEPT = 1_000;

/** A whole token, or the last segment of a subscription's endpoint. */
const MAGIC = /(?:^|\/)sandbox-(deferred|refused|gone)(?:-[\w-]*)?$/;

/**
 * Accepts every message and sends none. On all platforms these tokens (for a browser: last segments of the endpoint's
 * path), optionally followed by a hyphen and any suffix, request another outcome:
 * - `sandbox-deferred`: fails temporarily at the first attempt, succeeds at the next one;
 * - `sandbox-refused`: fails permanently;
 * - `sandbox-gone`: the device is gone.
 */
export class SandboxPushTransport implements PushTransport, TopicTransport {
  readonly #sent: (PushMessage | TopicMessage)[] = [];
  readonly #deferred = new Set<string>();
  readonly #kept: number;
  #closed = false;

  constructor({ kept = KEPT }: SandboxOptions = {}) {
    this.#kept = kept;
  }

  /** The accepted messages, oldest first. */
  get sent(): readonly (PushMessage | TopicMessage)[] {
    return this.#sent;
  }

  async send(message: PushMessage): Promise<PushReceipt> {
    const outcome = sandboxOutcome(message.device);
    if (outcome === 'gone') throw new PushFailure('The sandbox knows this device no more', { kind: 'gone' });
    if (outcome === 'refused') throw new PushFailure('The sandbox refuses this device', { kind: 'permanent' });
    if (outcome === 'deferred' && this.#defers(message.id)) {
      throw new PushFailure('The sandbox puts this device off once', { kind: 'temporary', retryAfterMs: 0 });
    }
    return this.#accept(message);
  }

  async sendToTopic(message: TopicMessage): Promise<PushReceipt> {
    return this.#accept(message);
  }

  async close(): Promise<void> {
    this.#closed = true;
  }

  #accept(message: PushMessage | TopicMessage): PushReceipt {
    if (this.#closed) throw PushFailure.closed();
    this.#sent.push(message);
    if (this.#sent.length > this.#kept) this.#sent.shift();
    return { providerId: `sandbox-${createHash('sha256').update(message.id).digest('hex').slice(0, 16)}` };
  }

  #defers(id: string): boolean {
    if (this.#deferred.delete(id)) return false;
    if (this.#deferred.size >= this.#kept) this.#deferred.clear();
    this.#deferred.add(id);
    return true;
  }
}

/** The outcome that a token requests. */
export function sandboxOutcome({ platform, token }: PushDevice): SandboxOutcome {
  const [, outcome = 'taken'] = MAGIC.exec(platform === 'web' ? pathOf(token) : token) ?? [];
  return outcome as SandboxOutcome;
}

function pathOf(token: string): string {
  const [, endpoint = ''] = /"endpoint"\s*:\s*"([^"]+)"/.exec(token) ?? [];
  return URL.canParse(endpoint) ? new URL(endpoint).pathname : '';
}
