import { Connection } from './connection.js';
import type { Dialing } from '../addresses/dial.js';
import type { Target } from '../addresses/target.js';

export interface PoolLimits {
  /** Idle connections kept over all origins. */
  idleConnections: number;
  /** How long an idle connection is kept, in milliseconds. */
  idleMs: number;
  /** Age in milliseconds after which a connection is not reused, so that DNS changes take effect. */
  maxAgeMs: number;
}

/** Idle connections for the next request to their origin. At the limit, the longest idle one is closed. */
export class ConnectionPool {
  readonly #idle = new Map<string, Connection[]>();
  /** The same connections, longest idle first. */
  readonly #byAge = new Set<Connection>();

  constructor(
    private readonly dialing: Dialing,
    private readonly limits: PoolLimits,
  ) {}

  /** An idle connection if there is one, else a new one. */
  acquire(target: Target): Connection {
    const connection = this.#idle.get(target.origin)?.at(-1);
    if (!connection) return this.open(target);
    this.#forget(connection);
    return connection;
  }

  /** A new connection. */
  open(target: Target): Connection {
    const connection = new Connection(target, this.dialing, this.limits.idleMs);
    connection.client.on('disconnect', () => this.discard(connection));
    return connection;
  }

  /** Returns a connection whose answer was read to its end. */
  release(connection: Connection): void {
    if (connection.destroyed) return;
    if (performance.now() - connection.openedAt > this.limits.maxAgeMs) return this.discard(connection);
    connection.reused = true;
    const others = this.#idle.get(connection.origin);
    if (others) others.push(connection);
    else this.#idle.set(connection.origin, [connection]);
    this.#byAge.add(connection);
    this.#makeRoom();
  }

  /** Closes a connection, idle or not. */
  discard(connection: Connection): void {
    if (this.#byAge.has(connection)) this.#forget(connection);
    connection.destroy();
  }

  discardAll(): void {
    for (const connection of this.#byAge) this.discard(connection);
  }

  get size(): number {
    return this.#byAge.size;
  }

  #makeRoom(): void {
    for (const oldest of this.#byAge) {
      if (this.#byAge.size <= this.limits.idleConnections) return;
      this.discard(oldest);
    }
  }

  #forget(connection: Connection): void {
    this.#byAge.delete(connection);
    const rest = this.#idle.get(connection.origin) ?? [];
    // Mostly the last one, because `acquire` takes the most recent one.
    rest.splice(rest.lastIndexOf(connection), 1);
    if (rest.length === 0) this.#idle.delete(connection.origin);
  }
}
