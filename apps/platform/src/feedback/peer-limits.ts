const CONNECTIONS = 20;
const WINDOW_MS = 60_000;
/** Recipients that a peer may name in a minute; a large provider returns many bounces at once. */
const NAMES = 6_000;
/** Wrong ones among them, which cost a peer its minute. */
const WRONG_NAMES = 100;
const PEERS_KEPT = 10_000;

interface Peer {
  connections: number;
  windowStart: number;
  names: number;
  wrong: number;
}

/** What one peer may do to an SMTP server: connections at a time, recipients and wrong recipients a minute. */
export class PeerLimits {
  private readonly peers = new Map<string, Peer>();

  constructor(private readonly now: () => number = Date.now) {}

  /** Counts a connection, until {@link left}. */
  entered(address: string): void {
    this.peer(address).connections += 1;
  }

  /** Whether the peer, this connection included, has no more of them than it may. */
  mayStay(address: string): boolean {
    const { connections, wrong } = this.peer(address);
    return connections <= CONNECTIONS && wrong < WRONG_NAMES;
  }

  left(address: string): void {
    const peer = this.peers.get(address);
    if (peer && peer.connections > 0) peer.connections -= 1;
  }

  /** Counts a recipient; false when the peer has named enough in this minute. */
  mayName(address: string): boolean {
    const peer = this.peer(address);
    peer.names += 1;
    return peer.names <= NAMES && peer.wrong < WRONG_NAMES;
  }

  misnamed(address: string): void {
    this.peer(address).wrong += 1;
  }

  private peer(address: string): Peer {
    const now = this.now();
    let peer = this.peers.get(address);
    if (!peer) {
      if (this.peers.size >= PEERS_KEPT) this.forgetIdle(now);
      peer = { connections: 0, windowStart: now, names: 0, wrong: 0 };
      this.peers.set(address, peer);
    } else if (now - peer.windowStart >= WINDOW_MS) {
      Object.assign(peer, { windowStart: now, names: 0, wrong: 0 });
    }
    return peer;
  }

  private forgetIdle(now: number): void {
    for (const [address, { connections, windowStart }] of this.peers) {
      if (connections === 0 && now - windowStart >= WINDOW_MS) this.peers.delete(address);
    }
  }
}
