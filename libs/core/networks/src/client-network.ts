import { isIP } from 'node:net';
import { formatAddress, formatNetwork, groupsOf, areMapped, networkAt, parseAddress } from './address.js';

/** A customer with IPv6 usually has a /64. */
const IPV6_PREFIX = 64;

/**
 * The network that limits count as one client: an IPv4 address, or the /64 of an IPv6 address, in normal form. Undefined
 * if the text is not an IP address.
 */
export function clientNetworkOf(ip: string): string | undefined {
  const family = isIP(ip);
  // Fast paths, because nearly every request comes here: IPv4 text is already in normal form.
  if (family === 4) return ip;
  if (family === 0 || ip.includes('%')) return undefined;
  const groups = groupsOf(ip);
  if (groups && !areMapped(groups)) return networkOf(groups);
  const address = parseAddress(ip);
  return address && (address.bits === 32 ? formatAddress(address) : formatNetwork(networkAt(address, IPV6_PREFIX)));
}

/** The /64 as in RFC 5952: the zeros at its end are the longest run of them, which `::` stands for. */
function networkOf(groups: readonly number[]): string {
  let used = IPV6_PREFIX / 16;
  while (used > 0 && groups[used - 1] === 0) used -= 1;
  const shown = groups.slice(0, used).map((group) => group.toString(16));
  return `${shown.join(':')}::/${IPV6_PREFIX}`;
}
