import ipaddr from 'ipaddr.js';

const IPV6_NETWORK_PARTS = 4;

/** What of an address counts as one caller: an IPv6 customer has a whole /64 to call from. */
export function placeOf(ip: string | undefined): string {
  if (!ip || !ipaddr.isValid(ip)) return 'unknown';
  const address = ipaddr.process(ip);
  if (!(address instanceof ipaddr.IPv6)) return address.toString();
  const network = address.parts.slice(0, IPV6_NETWORK_PARTS);
  return network.map((part) => part.toString(16)).join(':');
}
