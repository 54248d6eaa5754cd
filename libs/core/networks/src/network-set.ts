import { networkAt, type Address, type Network } from './address.js';

/** Finds the network of an address with one look-up per prefix length, whatever the number of networks. */
export class NetworkSet {
  private readonly families = { 32: new Map<number, Set<bigint>>(), 128: new Map<number, Set<bigint>>() };

  get isEmpty(): boolean {
    return this.families[32].size === 0 && this.families[128].size === 0;
  }

  add({ bits, prefix, value }: Network): void {
    const lengths = this.families[bits];
    const networks = lengths.get(prefix) ?? new Set<bigint>();
    lengths.set(prefix, networks.add(value));
  }

  /** The network with the longest prefix that contains the address. */
  find(address: Address): Network | undefined {
    const lengths = this.families[address.bits];
    const found = [...lengths.keys()].filter((prefix) => lengths.get(prefix)?.has(networkAt(address, prefix).value));
    return found.length > 0 ? networkAt(address, Math.max(...found)) : undefined;
  }
}
