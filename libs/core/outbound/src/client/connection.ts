import type { Socket } from 'node:net';

import type * as Undici from 'undici';

import { lazyPackage } from '#libs/core/process';
import { dial, resolveChecked, type Dialing } from '../addresses/dial.js';
import type { Target } from '../addresses/target.js';

const undici = lazyPackage<typeof Undici>('undici');
const MAX_ANSWER_HEADER_BYTES = 16 * 1024;

/** State of a connection before an answer arrives, for the message of a timeout. */
export type Phase = 'resolving' | 'connecting' | 'connected';

/**
 * A connection to one origin, used by one request at a time. The guard checks every socket that it opens. HTTP is spoken
 * by an undici `Client`; unlike in undici's pool, `destroy` also ends a connection attempt.
 */
export class Connection {
  readonly client: Undici.Client;
  readonly origin: string;
  readonly openedAt = performance.now();
  phase: Phase = 'resolving';
  /** Whether a request was answered on it before: only then can the receiver have closed it while it was idle. */
  reused = false;
  #socket?: Socket;
  #destroyed = false;

  constructor(target: Target, dialing: Dialing, idleMs: number) {
    this.origin = target.origin;
    this.client = new (undici().Client)(target.origin, {
      connect: (_options, callback) => {
        this.#connect(target, dialing).then(
          (socket) => callback(null, socket),
          (error: Error) => callback(error, null),
        );
      },
      pipelining: 1,
      keepAliveTimeout: idleMs,
      keepAliveMaxTimeout: idleMs,
      // The request's own timeout covers both, with one timer in place of three.
      headersTimeout: 0,
      bodyTimeout: 0,
      maxHeaderSize: MAX_ANSWER_HEADER_BYTES,
    });
  }

  get destroyed(): boolean {
    return this.#destroyed;
  }

  /** Closes it at once, in any state. */
  destroy(): void {
    if (this.#destroyed) return;
    this.#destroyed = true;
    this.#socket?.destroy();
    void this.client.destroy();
  }

  async #connect(target: Target, dialing: Dialing): Promise<Socket> {
    this.phase = 'resolving';
    const addresses = await resolveChecked(target, dialing);
    if (this.#destroyed) throw new Error('The connection was destroyed');
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
