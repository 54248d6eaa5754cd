import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** An IP address as a number with its family. */
export interface Address {
  bits: 32 | 128;
  value: bigint;
}

/** A network: its first address and the length of its prefix. */
export interface Network extends Address {
  prefix: number;
}

const IPV4_MAPPED_PREFIX = 96;

/** Parses an IP address; a mapped IPv4 address (`::ffff:192.0.2.1`) becomes the IPv4 address. Undefined if invalid. */
export function parseAddress(text: string): Address | undefined {
  // `ipaddr.js` also accepts forms such as 0x7f.1; a zone (fe80::1%eth0) has a meaning on one machine only.
  if (isIP(text) === 0 || text.includes('%')) return undefined;
  return toAddress(ipaddr.process(text).toByteArray());
}

/** Parses CIDR notation; clears the bits after the prefix, turns mapped IPv4 into IPv4. Undefined if invalid. */
export function parseNetwork(text: string): Network | undefined {
  const [, base = '', length = ''] = /^([0-9a-f.:]+)\/(\d{1,3})$/i.exec(text) ?? [];
  if (isIP(base) === 0) return undefined;
  const raw = ipaddr.parse(base);
  const isMapped = raw instanceof ipaddr.IPv6 && raw.isIPv4MappedAddress();
  const given = Number(length);
  if (isMapped && given < IPV4_MAPPED_PREFIX) return undefined;
  const address = toAddress((isMapped ? raw.toIPv4Address() : raw).toByteArray());
  const prefix = isMapped ? given - IPV4_MAPPED_PREFIX : given;
  return prefix > address.bits ? undefined : networkAt(address, prefix);
}

/** The network of this prefix length that contains the address. */
export function networkAt({ bits, value }: Address, prefix: number): Network {
  const host = BigInt(bits - prefix);
  return { bits, prefix, value: (value >> host) << host };
}

/** The normal form of an address: dotted quads, or IPv6 as in RFC 5952. */
export function formatAddress({ bits, value }: Address): string {
  const bytes = Array.from({ length: bits / 8 }, (_, index) =>
    Number((value >> BigInt(bits - 8 * (index + 1))) & 0xffn),
  );
  const address = ipaddr.fromByteArray(bytes);
  return address instanceof ipaddr.IPv6 ? address.toRFC5952String() : address.toString();
}

/** The normal form of a network, in CIDR notation. */
export function formatNetwork(network: Network): string {
  return `${formatAddress(network)}/${network.prefix}`;
}

function toAddress(bytes: readonly number[]): Address {
  const value = bytes.reduce((total, byte) => (total << 8n) | BigInt(byte), 0n);
  return { bits: bytes.length === 4 ? 32 : 128, value };
}
