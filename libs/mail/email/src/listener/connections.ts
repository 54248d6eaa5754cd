import type { Socket } from 'node:net';
import { clientNetworkOf } from '#libs/core/networks';
import type { PeerLimits } from './peer-limits.js';

/** The end of a connection that tells it from others: the address and port of the client, as sockets and sessions have them. */
export interface ClientEnd {
  remoteAddress?: string;
  remotePort?: number;
}

/** The peer of connections of which it is not known yet for whom they come. */
const NOBODY = '';

export interface ConnectionLimits {
  /** Connections at a time. */
  most: number;
  /** How long a connection may take until it begins a message, and between two of them (milliseconds). */
  beginMs: number;
  /** Longest lifetime of a connection (milliseconds). */
  lifeMs: number;
}

interface Connection {
  socket: Socket;
  peer: string;
  /** True once it counts: one that is refused does not. */
  isAccepted: boolean;
  /** True while it has a message that is not answered. */
  isBusy: boolean;
  /** When it was opened or ended a message, as a number that grows. */
  usedAt: number;
  life: NodeJS.Timeout;
  begin: NodeJS.Timeout | undefined;
}

/**
 * The connections of an SMTP server. A peer with too many has the surplus refused. When there are as many as there may be, one that is idle,
 * of the peer with the most, makes room: who only holds connections shuts nobody out.
 */
export class Connections {
  private readonly open = new Map<string, Connection>();
  private readonly ofPeers = new Map<string, number>();
  private uses = 0;

  constructor(
    private readonly peers: PeerLimits,
    private readonly limits: ConnectionLimits,
  ) {}

  /** Knows a connection until {@link remove}. */
  add(socket: Socket): void {
    const name = nameOf(socket);
    const life = setTimeout(() => socket.destroy(), this.limits.lifeMs).unref();
    const peer = peerOf(socket.remoteAddress);
    this.open.set(name, { socket, peer, isAccepted: false, isBusy: false, usedAt: 0, life, begin: undefined });
    // That of TLS on top of it is told to `remove` alone.
    socket.once('close', () => this.forget(name));
  }

  /**
   * Accepts a connection, which counts from then on, or returns false.
   * @param isForOthers whether it may be for any client: it counts for no client until {@link belongTo}
   */
  accept(end: ClientEnd, isForOthers = false): boolean {
    const connection = this.open.get(nameOf(end));
    if (!connection) return false;
    if (isForOthers) connection.peer = NOBODY;
    else if (!this.peers.allowsConnection(connection.peer, this.countOf(connection.peer))) return false;
    if (this.ofAll >= this.limits.most && !this.makeRoom()) return false;
    connection.isAccepted = true;
    connection.usedAt = this.uses += 1;
    this.ofPeers.set(connection.peer, this.countOf(connection.peer) + 1);
    this.awaitMessage(connection);
    return true;
  }

  /** Counts a connection for the client that it turned out to come for. False if that client has too many. */
  belongTo(end: ClientEnd, address: string): boolean {
    const connection = this.open.get(nameOf(end));
    const peer = peerOf(address);
    if (!connection?.isAccepted || connection.peer === peer) return true;
    if (!this.peers.allowsConnection(peer, this.countOf(peer))) return false;
    this.release(connection.peer);
    connection.peer = peer;
    this.ofPeers.set(peer, this.countOf(peer) + 1);
    return true;
  }

  /** A connection has begun a message, or has ended one. */
  setBusy(end: ClientEnd, isBusy: boolean): void {
    const connection = this.open.get(nameOf(end));
    if (!connection || connection.isBusy === isBusy) return;
    connection.isBusy = isBusy;
    connection.usedAt = this.uses += 1;
    clearTimeout(connection.begin);
    if (!isBusy) this.awaitMessage(connection);
  }

  remove(end: ClientEnd): void {
    this.forget(nameOf(end));
  }

  cut(end: ClientEnd): void {
    this.open.get(nameOf(end))?.socket.destroy();
  }

  cutAll(): void {
    for (const { socket } of this.open.values()) socket.destroy();
  }

  private get ofAll(): number {
    let sum = 0;
    for (const count of this.ofPeers.values()) sum += count;
    return sum;
  }

  private awaitMessage(connection: Connection): void {
    connection.begin = setTimeout(() => connection.socket.destroy(), this.limits.beginMs).unref();
  }

  /** False if every connection is busy. */
  private makeRoom(): boolean {
    let least: [string, Connection] | undefined;
    for (const entry of this.open) {
      const [, one] = entry;
      if (one.isAccepted && !one.isBusy && (!least || this.goesBefore(one, least[1]))) least = entry;
    }
    if (!least) return false;
    this.forget(least[0]);
    // Without a word: it may be one of TLS by now.
    least[1].socket.destroy();
    return true;
  }

  private goesBefore(one: Connection, other: Connection): boolean {
    const difference = this.countOf(one.peer) - this.countOf(other.peer);
    return difference === 0 ? one.usedAt < other.usedAt : difference > 0;
  }

  private forget(name: string): void {
    const connection = this.open.get(name);
    if (!connection) return;
    this.open.delete(name);
    clearTimeout(connection.life);
    clearTimeout(connection.begin);
    if (connection.isAccepted) this.release(connection.peer);
  }

  private countOf(peer: string): number {
    return this.ofPeers.get(peer) ?? 0;
  }

  private release(peer: string): void {
    const left = this.countOf(peer) - 1;
    if (left > 0) this.ofPeers.set(peer, left);
    else this.ofPeers.delete(peer);
  }
}

/** The key by which peers are counted: the IPv4 address or the IPv6 /64. */
export const peerOf = (address = ''): string => clientNetworkOf(address) ?? address;

const nameOf = ({ remoteAddress = '', remotePort = 0 }: ClientEnd): string =>
  `${remoteAddress.replace(/^::ffff:/i, '')} ${remotePort}`;
