import { isIP } from 'node:net';

import ipaddr from 'ipaddr.js';

/** Metadata and management services of clouds that answer at public addresses: Azure's. */
const CLOUD_SERVICES: ReadonlySet<string> = new Set(['168.63.129.16']);

/** 2000::/3: everything that is assigned for global unicast (RFC 4291 §2.4). */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** An ISATAP address has an IPv4 address in its last 32 bits, to which a router may forward (RFC 5214 §6.1). */
const ISATAP_IDENTIFIERS: readonly number[] = [0x0000, 0x0200];
const ISATAP_OUI = 0x5efe;

/**
 * Whether an IP address is public. Not public are loopback, private, link-local (cloud metadata at 169.254.169.254),
 * shared (CGNAT), cloud service addresses, multicast, broadcast, benchmarking, documentation and reserved addresses, and every IPv6 form that
 * contains an IPv4 address (mapped, compatible, translated, NAT64, 6to4, Teredo, ISATAP), because its destination depends
 * on the router. See the IANA special-purpose registries (RFC 6890).
 */
export function isPublicAddress(address: string): boolean {
  const parsed = parseAddress(address);
  if (!parsed || parsed.range() !== 'unicast') return false;
  if (parsed instanceof ipaddr.IPv4) return !CLOUD_SERVICES.has(parsed.toString());
  return parsed.match(GLOBAL_UNICAST) && !isIsatap(parsed);
}

/** Undefined for anything but dotted quads and IPv6; `ipaddr.js` alone also accepts `0x7f.1`. */
export function parseAddress(address: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  return isIP(address) === 0 ? undefined : ipaddr.parse(address);
}

function isIsatap(address: ipaddr.IPv6): boolean {
  const [identifier = 0, oui] = address.parts.slice(4, 6);
  return oui === ISATAP_OUI && ISATAP_IDENTIFIERS.includes(identifier);
}
