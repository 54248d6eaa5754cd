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
const IPV6_GROUPS = 8;

/** Parses an IP address; a mapped IPv4 address (`::ffff:192.0.2.1`) becomes the IPv4 address. Undefined if invalid. */
export function parseAddress(text: string): Address | undefined {
  // `ipaddr.js` also accepts forms such as 0x7f.1; a zone (fe80::1%eth0) has a meaning on one machine only.
  const family = isIP(text);
  if (family === 0 || text.includes('%')) return undefined;
  const groups = family === 6 ? groupsOf(text) : undefined;
  if (groups && !areMapped(groups)) return { bits: 128, value: numberOf(groups) };
  return toAddress(ipaddr.process(text).toByteArray());
}

/**
 * The eight groups of an IPv6 address; undefined if its end is written as IPv4. Here and not by `ipaddr.js`, because limits
 * look at the address of every request.
 */
export function groupsOf(ipv6: string): number[] | undefined {
  if (ipv6.includes('.')) return undefined;
  const gap = ipv6.indexOf('::');
  if (gap < 0) return splitGroups(ipv6);
  const first = splitGroups(ipv6.slice(0, gap));
  const last = splitGroups(ipv6.slice(gap + 2));
  const zeros = new Array<number>(IPV6_GROUPS - first.length - last.length).fill(0);
  return [...first, ...zeros, ...last];
}

const splitGroups = (text: string): number[] =>
  text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));

/** Whether the groups are those of a mapped IPv4 address (`::ffff:0:0/96`). */
export function areMapped(groups: readonly number[]): boolean {
  return groups[5] === 0xffff && groups.slice(0, 5).every((group) => group === 0);
}

function numberOf(groups: readonly number[]): bigint {
  const pair = (at: number): bigint => BigInt(groups[at]! * 0x1_0000 + groups[at + 1]!);
  return (pair(0) << 96n) | (pair(2) << 64n) | (pair(4) << 32n) | pair(6);
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
