import { LRUCache } from 'lru-cache';

const WINDOW_MS = 60_000;
const PEERS_KEPT = 10_000;

/** Limits of one peer. */
export interface PeerLimitOptions {
  /** Connections at a time; 20 by default. */
  connections: number;
  /** Recipients a minute; 6,000 by default, because a large provider returns many bounces at once. */
  recipients: number;
  /** Rejected recipients a minute; 100 by default. Above it the peer has to wait for the next minute. */
  rejectedRecipients: number;
  /** Bytes of messages a minute; 50 MiB by default. */
  bytes: number;
}

const DEFAULTS: PeerLimitOptions = {
  connections: 20,
  recipients: 6_000,
  rejectedRecipients: 100,
  bytes: 52_428_800,
};

interface Window {
  startedAt: number;
  recipients: number;
  rejected: number;
  bytes: number;
}

/** Counts recipients and bytes by peer of an SMTP server, for the 10,000 most recent peers. */
export class PeerLimits {
  readonly #limits: PeerLimitOptions;
  readonly #windows = new LRUCache<string, Window>({ max: PEERS_KEPT });

  constructor(
    limits: Partial<PeerLimitOptions> = {},
    private readonly now: () => number = Date.now,
  ) {
    this.#limits = { ...DEFAULTS, ...limits };
  }

  /** Tells whether a peer that has so many connections may have another one. */
  allowsConnection(peer: string, open: number): boolean {
    const { connections, rejectedRecipients } = this.#limits;
    return open < connections && this.#window(peer).rejected < rejectedRecipients;
  }

  /** Counts a recipient and returns whether it is allowed. */
  allowsRecipient(peer: string): boolean {
    const window = this.#window(peer);
    window.recipients += 1;
    return window.recipients <= this.#limits.recipients && window.rejected < this.#limits.rejectedRecipients;
  }

  rejectedRecipient(peer: string): void {
    this.#window(peer).rejected += 1;
  }

  /** Counts bytes of a message and returns whether they are allowed. */
  allowsBytes(peer: string, bytes: number): boolean {
    const window = this.#window(peer);
    window.bytes += bytes;
    return window.bytes <= this.#limits.bytes;
  }

  #window(peer: string): Window {
    const now = this.now();
    let window = this.#windows.get(peer);
    if (!window || now - window.startedAt >= WINDOW_MS) {
      window = { startedAt: now, recipients: 0, rejected: 0, bytes: 0 };
      this.#windows.set(peer, window);
    }
    return window;
  }
}
