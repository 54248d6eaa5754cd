import type { Socket } from 'node:net';
import { NetworkSet, parseAddress, parseNetwork } from '#libs/core/networks';

/** The peers of an SMTP server that may say for which client they come. */
export class TrustedPeers {
  /** The addresses of those that have connected, as smtp-server compares them. */
  readonly connected: string[] = [];
  private readonly networks = new NetworkSet();

  /** @param list comma-separated addresses and networks @throws TypeError for anything else */
  constructor(list = '') {
    for (const text of list.split(',').filter(Boolean)) {
      const address = parseAddress(text);
      const network = address ? { ...address, prefix: address.bits } : parseNetwork(text);
      if (!network) throw new TypeError(`${text} is neither an address nor a network`);
      this.networks.add(network);
    }
  }

  has(address: string | undefined): boolean {
    const parsed = address === undefined || this.networks.isEmpty ? undefined : parseAddress(address);
    return parsed !== undefined && this.networks.find(parsed) !== undefined;
  }

  /** Has smtp-server know a connection if its peer is trusted. */
  add({ remoteAddress }: Pick<Socket, 'remoteAddress'>): void {
    if (remoteAddress === undefined || this.connected.includes(remoteAddress)) return;
    if (this.has(remoteAddress)) this.connected.push(remoteAddress);
  }
}
