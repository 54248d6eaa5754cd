import { isIP } from 'node:net';
import { formatAddress, formatNetwork, networkAt, parseAddress } from './address.js';

/** A customer of IPv6 has a whole /64 to call from. */
const IPV6_PREFIX = 64;

/**
 * What of an IP address counts as one caller: an IPv4 address, or the /64 of an IPv6 address, in their one spelling.
 * Undefined for what is no address.
 */
export function placeOf(ip: string): string | undefined {
  // Has one spelling already, and is asked for at nearly every request.
  if (isIP(ip) === 4) return ip;
  const address = parseAddress(ip);
  if (!address) return undefined;
  return address.bits === 32 ? formatAddress(address) : formatNetwork(networkAt(address, IPV6_PREFIX));
}
