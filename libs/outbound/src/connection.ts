import type { Socket } from 'node:net';

import { Client } from 'undici';

import { dial, resolveChecked, type Dialing } from './dial.js';
import type { Target } from './target.js';

const MAX_ANSWER_HEADER_BYTES = 16 * 1024;

/** What a connection is doing before an answer arrives, for the message when its time is up. */
export type Phase = 'resolving' | 'connecting' | 'connected';

/**
 * One connection to one origin, used by one request at a time. Every socket it opens goes through the guard. An undici
 * `Client` speaks HTTP on it; unlike in undici's own pool, giving up also ends a connection that is still being made.
 */
export class Connection {
  readonly client: Client;
  readonly origin: string;
  readonly openedAt = performance.now();
  phase: Phase = 'resolving';
  /** Whether a request was answered on it before: only then can it have been closed by the other side meanwhile. */
  reused = false;
  #socket?: Socket;
  #destroyed = false;

  constructor(target: Target, dialing: Dialing, idleMs: number) {
    this.origin = target.origin;
    this.client = new Client(target.origin, {
      connect: (_options, callback) => {
        this.#connect(target, dialing).then(
          (socket) => callback(null, socket),
          (error: Error) => callback(error, null),
        );
      },
      pipelining: 1,
      keepAliveTimeout: idleMs,
      keepAliveMaxTimeout: idleMs,
      // The deadline of the request covers both, and a timer of our own is one instead of three.
      headersTimeout: 0,
      bodyTimeout: 0,
      maxHeaderSize: MAX_ANSWER_HEADER_BYTES,
    });
  }

  get destroyed(): boolean {
    return this.#destroyed;
  }

  /** Ends it at once, whatever it is doing. */
  destroy(): void {
    if (this.#destroyed) return;
    this.#destroyed = true;
    this.#socket?.destroy();
    void this.client.destroy();
  }

  async #connect(target: Target, dialing: Dialing): Promise<Socket> {
    this.phase = 'resolving';
    const addresses = await resolveChecked(target, dialing);
    if (this.#destroyed) throw new Error('The connection was given up');
    this.phase = 'connecting';
    const socket = await this.#open(target, addresses, dialing);
    this.phase = 'connected';
    return socket;
  }

  #open(target: Target, addresses: string[], dialing: Dialing): Promise<Socket> {
    return new Promise((resolve, reject) => {
      this.#socket = dial(target, addresses, dialing, (error, socket) => (socket ? resolve(socket) : reject(error)));
    });
  }
}
