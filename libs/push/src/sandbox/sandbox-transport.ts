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

/** What a test can ask of the sandbox by the token of a device. */
export type SandboxOutcome = 'taken' | 'deferred' | 'refused' | 'gone';

export interface SandboxOptions {
  /** How many messages are remembered; 1,000 by default. */
  remembered?: number;
}

const REMEMBERED = 1_000;

/** At the beginning of a token, or of the last part of a subscription's endpoint. */
const MAGIC = /(?:^|\/)sandbox-(deferred|refused|gone)(?:-[\w-]*)?$/;

/**
 * Takes every message and sends none. A token that begins with `sandbox-` chooses another outcome, on all platforms
 * (for a browser by the last part of the endpoint's path), and may go on with a hyphen and whatever tells devices apart:
 * - `sandbox-deferred`: put off at the first attempt, taken at the next one;
 * - `sandbox-refused`: refused for good;
 * - `sandbox-gone`: the device is no more.
 */
export class SandboxPushTransport implements PushTransport, TopicTransport {
  readonly #sent: (PushMessage | TopicMessage)[] = [];
  readonly #deferred = new Set<string>();
  readonly #remembered: number;
  #closed = false;

  constructor({ remembered = REMEMBERED }: SandboxOptions = {}) {
    this.#remembered = remembered;
  }

  /** What it took, oldest first. */
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
    return this.#take(message);
  }

  async sendToTopic(message: TopicMessage): Promise<PushReceipt> {
    return this.#take(message);
  }

  async close(): Promise<void> {
    this.#closed = true;
  }

  #take(message: PushMessage | TopicMessage): PushReceipt {
    if (this.#closed) throw PushFailure.closed();
    this.#sent.push(message);
    if (this.#sent.length > this.#remembered) this.#sent.shift();
    return { providerId: `sandbox-${createHash('sha256').update(message.id).digest('hex').slice(0, 16)}` };
  }

  #defers(id: string): boolean {
    if (this.#deferred.delete(id)) return false;
    if (this.#deferred.size >= this.#remembered) this.#deferred.clear();
    this.#deferred.add(id);
    return true;
  }
}

/** The outcome that a token asks for. */
export function sandboxOutcome({ platform, token }: PushDevice): SandboxOutcome {
  const [, outcome = 'taken'] = MAGIC.exec(platform === 'web' ? pathOf(token) : token) ?? [];
  return outcome as SandboxOutcome;
}

function pathOf(token: string): string {
  const [, endpoint = ''] = /"endpoint"\s*:\s*"([^"]+)"/.exec(token) ?? [];
  return URL.canParse(endpoint) ? new URL(endpoint).pathname : '';
}
