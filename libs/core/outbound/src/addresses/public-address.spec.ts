import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { isPublicAddress } from './public-address.js';

const INTERNAL = [
  '0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.1 100.127.255.255 127.0.0.1 127.255.255.254',
  '169.254.0.1 169.254.169.254 168.63.129.16 172.16.0.1 172.31.255.255 192.0.0.1 192.0.0.170 192.0.2.1',
  '192.88.99.1 192.168.0.1 198.18.0.1 198.19.255.255 198.51.100.7 203.0.113.7 224.0.0.1',
  '239.255.255.250 240.0.0.1 255.255.255.255',
  // Unspecified, loopback, link-local, unique local (with AWS's metadata service), site-local, multicast, discard.
  ':: ::1 fe80::1 fe80::1%eth0 febf::1 fc00::1 fd00:ec2::254 fec0::1 ff02::1 100::1',
  // Carrying an IPv4 address: mapped, compatible, translated, NAT64 (both prefixes), 6to4, Teredo, ISATAP.
  '::ffff:127.0.0.1 ::ffff:7f00:1 ::ffff:8.8.8.8 ::127.0.0.1 ::7f00:1 ::8.8.8.8 ::ffff:0:127.0.0.1',
  '64:ff9b::7f00:1 64:ff9b::169.254.169.254 64:ff9b:1::1 2002:7f00:1:: 2002:a9fe:a9fe::1',
  '2001::1 2001:0:7f00:1:: 2606:4700::5efe:7f00:1 2606:4700::200:5efe:a00:1',
  // Documentation, benchmarking, ORCHID, segment routing, never assigned.
  '2001:db8::1 3fff::1 2001:2::1 2001:10::1 2001:20::1 5f00::1 4000::1 8000::1 1::1',
].flatMap((line) => line.split(' '));

const PUBLIC = [
  '1.1.1.1 8.8.8.8 93.184.216.34 100.63.255.255 100.128.0.1 172.15.255.255 172.32.0.1',
  '192.0.1.1 198.17.255.255 198.20.0.1 223.255.255.255 169.253.1.1 11.0.0.1 128.0.0.1',
  '2606:4700::6810:84e5 2a00:1450:4001:81b::200e 2001:4860:4860::8888 2400:cb00::1 2800:3f0::1',
].flatMap((line) => line.split(' '));

const NO_ADDRESS = [
  '',
  'localhost',
  '0x7f.1',
  '127.1',
  '2130706433',
  '017700000001',
  '1.1.1',
  '1.1.1.1.1',
  '[::1]',
  'x',
];

describe('isPublicAddress', () => {
  it.each(INTERNAL)('%s is not public', (address) => expect(isPublicAddress(address)).toBe(false));
  it.each(PUBLIC)('%s is public', (address) => expect(isPublicAddress(address)).toBe(true));
  it.each(NO_ADDRESS)('"%s" is no address, so not public', (text) => expect(isPublicAddress(text)).toBe(false));

  it('rejects IPv6 addresses that begin with zeros and end in an IPv4 address', () => {
    fc.assert(fc.property(fc.ipV4(), (v4) => !isPublicAddress(`::${v4}`) && !isPublicAddress(`::ffff:${v4}`)));
  });

  it('never throws, and finds nothing public outside 2000::/3', () => {
    fc.assert(
      fc.property(fc.ipV6(), (address) => {
        const first = parseInt(address.split(':')[0] || '0', 16);
        expect(isPublicAddress(address) && (first < 0x2000 || first > 0x3fff)).toBe(false);
      }),
    );
  });
});
