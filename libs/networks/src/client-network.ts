import { isIP } from 'node:net';
import { formatAddress, formatNetwork, networkAt, parseAddress } from './address.js';

/** A customer with IPv6 usually has a /64. */
const IPV6_PREFIX = 64;

/**
 * The network that limits count as one client: an IPv4 address, or the /64 of an IPv6 address, in normal form. Undefined
 * if the text is not an IP address.
 */
export function clientNetworkOf(ip: string): string | undefined {
  // Fast path: IPv4 text is already in normal form, and nearly every request comes here.
  if (isIP(ip) === 4) return ip;
  const address = parseAddress(ip);
  if (!address) return undefined;
  return address.bits === 32 ? formatAddress(address) : formatNetwork(networkAt(address, IPV6_PREFIX));
}
