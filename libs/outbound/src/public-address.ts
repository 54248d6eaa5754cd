import { isIP } from 'node:net';

import ipaddr from 'ipaddr.js';

/** 2000::/3, all that is assigned for global unicast (RFC 4291 §2.4); what lies outside is nobody's to be called. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** Carries an IPv4 address in its last 32 bits, to which a router on the way may unwrap it (RFC 5214 §6.1). */
const ISATAP_IDENTIFIERS: readonly number[] = [0x0000, 0x0200];
const ISATAP_OUI = 0x5efe;

/**
 * Whether an IP address in its usual notation is a public one. Everything else is not: loopback, private, link-local
 * (cloud metadata at 169.254.169.254 with it), shared (CGNAT), multicast, broadcast, benchmarking, documentation,
 * reserved, and every IPv6 form that carries an IPv4 address (mapped, compatible, translated, NAT64, 6to4, Teredo,
 * ISATAP), since what it reaches depends on who unwraps it. See the IANA special-purpose registries (RFC 6890).
 */
export function isPublicAddress(address: string): boolean {
  const parsed = parseAddress(address);
  if (!parsed || parsed.range() !== 'unicast') return false;
  if (parsed instanceof ipaddr.IPv4) return true;
  return parsed.match(GLOBAL_UNICAST) && !isIsatap(parsed);
}

/** The address, or undefined for anything but dotted quads and IPv6: `ipaddr.js` alone also takes `0x7f.1`. */
export function parseAddress(address: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  return isIP(address) === 0 ? undefined : ipaddr.parse(address);
}

function isIsatap(address: ipaddr.IPv6): boolean {
  const [identifier = 0, oui] = address.parts.slice(4, 6);
  return oui === ISATAP_OUI && ISATAP_IDENTIFIERS.includes(identifier);
}
