import ipaddr from 'ipaddr.js';

import { isPublicAddress, parseAddress } from './public-address.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Network = [Address, number];

const HOST_AND_PORT = /^(?:\[([0-9a-fA-F:.]+)\]|([A-Za-z0-9._-]+)):([0-9]{1,5})$/;

/** An entry of OUTBOUND_ALLOW is neither `host:port` nor a CIDR. */
export class InvalidAllowList extends Error {
  override name = 'InvalidAllowList';
}

/**
 * Decides which addresses may be called on behalf of a user: public ones, and those that the operator allows (receivers
 * in the operator's own network, and tests).
 */
export class AddressGuard {
  readonly #endpoints = new Set<string>();
  readonly #networks: Network[] = [];

  /**
   * Reads OUTBOUND_ALLOW, a comma-separated list of
   * - `127.0.0.1:4010`, `[::1]:4010`: this address and port;
   * - `hooks.intern.example:8443`: every address of this name, on this port;
   * - `10.2.0.0/16`, `fd00::/8`: every port of a network.
   *
   * @throws InvalidAllowList naming the entry
   */
  static fromConfig(allow = ''): AddressGuard {
    const guard = new AddressGuard();
    for (const entry of allow.split(',').map((text) => text.trim())) {
      if (entry !== '') guard.#allow(entry);
    }
    return guard;
  }

  /** Whether a connection to this address and port is allowed. @param host the name that resolved to the address */
  permits(address: string, port: number, host?: string): boolean {
    return isPublicAddress(address) || this.#isAllowed(address, port, host);
  }

  #isAllowed(address: string, port: number, host?: string): boolean {
    const parsed = parseAddress(address);
    if (!parsed) return false;
    if (host !== undefined && this.#endpoints.has(endpoint(host, port))) return true;
    return (
      this.#endpoints.has(endpoint(parsed.toString(), port)) || this.#networks.some((net) => contains(net, parsed))
    );
  }

  #allow(entry: string): void {
    if (ipaddr.isValidCIDR(entry)) {
      this.#networks.push(ipaddr.parseCIDR(entry));
      return;
    }
    const [, v6, host, port] = HOST_AND_PORT.exec(entry) ?? [];
    const name = v6 ?? host;
    if (name === undefined || !isPort(Number(port)) || (v6 !== undefined && !ipaddr.IPv6.isValid(v6))) {
      throw new InvalidAllowList(`OUTBOUND_ALLOW: "${entry}" is neither host:port nor a CIDR such as 10.0.0.0/8`);
    }
    this.#endpoints.add(endpoint(parseAddress(name)?.toString() ?? name, Number(port)));
  }
}

function endpoint(host: string, port: number): string {
  return `${host.toLowerCase().replace(/\.$/, '')} ${port}`;
}

function contains([network, bits]: Network, address: Address): boolean {
  return network.kind() === address.kind() && address.match(network, bits);
}

function isPort(port: number): boolean {
  return port >= 1 && port <= 65_535;
}
