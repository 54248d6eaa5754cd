import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  AsnTable,
  CountryTable,
  formatAddress,
  formatNetwork,
  NetworkSet,
  parseAddress,
  parseNetwork,
  clientNetworkOf,
  type Address,
} from './index.js';

const address = (text: string): Address => {
  const parsed = parseAddress(text);
  if (!parsed) throw new Error(`${text} is no address`);
  return parsed;
};

describe('parseAddress', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::', '::'],
  ])('%s becomes %s', (text, spelling) => {
    expect(formatAddress(address(text))).toBe(spelling);
  });

  it.each(['', '1', '0x7f.1', '127.1', '192.0.2.256', 'fe80::1%eth0', '192.0.2.1/32', 'example.com', '::ffff:1.2.3'])(
    '%j is invalid',
    (text) => expect(parseAddress(text)).toBeUndefined(),
  );
});

const GROUP = fc.oneof(fc.constantFrom(0, 0, 1, 0xffff), fc.nat(0xffff));

/** An IPv6 address in one of its spellings. */
const ipv6 = fc
  .record({
    groups: fc.array(GROUP, { minLength: 8, maxLength: 8 }),
    zeros: fc.tuple(fc.nat(8), fc.nat(8)),
    width: fc.constantFrom(1, 4),
    form: fc.constantFrom('lower', 'upper', 'ipv4'),
    isMapped: fc.boolean(),
  })
  .map(({ groups, zeros: [from, to], width, form, isMapped }) => {
    const mapped = [0, 0, 0, 0, 0, 0xffff, ...groups.slice(6)];
    const zeroed = (isMapped ? mapped : groups).map((group, at) => (at >= from && at < to ? 0 : group));
    const texts = zeroed.map((group) => group.toString(16).padStart(width, '0'));
    const bytes = zeroed.slice(6).flatMap((group) => [group >> 8, group & 0xff]);
    const parts = form === 'ipv4' && to <= 6 ? [...texts.slice(0, 6), bytes.join('.')] : texts;
    const text = to > from ? `${parts.slice(0, from).join(':')}::${parts.slice(to).join(':')}` : parts.join(':');
    return form === 'upper' ? text.toUpperCase() : text;
  });

describe('an IPv6 address in any spelling', () => {
  it('is what ipaddr.js reads, and so is its network', () => {
    fc.assert(
      fc.property(ipv6, (text) => {
        const expected = ipaddr.process(text);
        const bytes = expected.toByteArray();
        const value = bytes.reduce((total, byte) => (total << 8n) | BigInt(byte), 0n);
        expect(parseAddress(text)).toEqual({ bits: bytes.length * 8, value });
        const network = () => new ipaddr.IPv6([...bytes.slice(0, 8), ...new Array<number>(8).fill(0)]);
        const isIpv4 = bytes.length === 4;
        expect(clientNetworkOf(text)).toBe(isIpv4 ? expected.toString() : `${network().toRFC5952String()}/64`);
      }),
      { numRuns: 3_000 },
    );
  });
});

describe('parseNetwork', () => {
  it.each([
    ['10.1.2.3/8', '10.0.0.0/8'],
    ['192.0.2.1/32', '192.0.2.1/32'],
    ['2001:db8::ffff/32', '2001:db8::/32'],
    ['::ffff:192.0.2.77/120', '192.0.2.0/24'],
    ['0.0.0.0/0', '0.0.0.0/0'],
  ])('%s becomes %s', (text, spelling) => {
    const network = parseNetwork(text);
    expect(network && formatNetwork(network)).toBe(spelling);
  });

  it.each(['10.0.0.0', '10.0.0.0/33', '10.0.0.0/-1', '10.0.0.0/8/8', '2001:db8::/129', '::ffff:1.2.3.4/90', 'x/8'])(
    '%j is invalid',
    (text) => expect(parseNetwork(text)).toBeUndefined(),
  );
});

describe('NetworkSet', () => {
  const set = new NetworkSet();
  for (const text of ['10.0.0.0/8', '10.1.0.0/16', '192.0.2.1/32', '2001:db8::/32']) {
    const network = parseNetwork(text);
    if (network) set.add(network);
  }

  it('finds the network with the longest prefix', () => {
    const found = (text: string) => {
      const network = set.find(address(text));
      return network && formatNetwork(network);
    };
    expect(found('10.1.2.3')).toBe('10.1.0.0/16');
    expect(found('10.2.2.3')).toBe('10.0.0.0/8');
    expect(found('192.0.2.1')).toBe('192.0.2.1/32');
    expect(found('192.0.2.2')).toBeUndefined();
    expect(found('2001:db8:1::1')).toBe('2001:db8::/32');
    expect(found('2001:db9::1')).toBeUndefined();
    // The same number in the other address family.
    expect(found('::a01:203')).toBeUndefined();
  });
});

describe('AsnTable', () => {
  let table: AsnTable;

  beforeAll(async () => {
    table = await AsnTable.load();
  });

  it('finds the system of well-known addresses of both families', () => {
    expect(table.find(address('8.8.8.8'))).toBe(15169);
    expect(table.find(address('1.1.1.1'))).toBe(13335);
    expect(table.find(address('2001:4860:4860::8888'))).toBe(15169);
    expect(table.find(address('2606:4700:4700::1111'))).toBe(13335);
  });

  it('finds no system for addresses that are not announced', () => {
    for (const text of ['127.0.0.1', '10.0.0.1', '0.0.0.0', '255.255.255.255', '::1', 'fd00::1', 'ffff::1']) {
      expect(table.find(address(text)), text).toBeUndefined();
    }
  });

  it('loads every line of the data', () => {
    expect(table.size).toBeGreaterThan(500_000);
  });
});

describe('clientNetworkOf', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2:ffff::1', '2001:db8:1:2::/64'],
    ['not an address', undefined],
    ['', undefined],
  ])('of %j is %s', (ip, network) => {
    expect(clientNetworkOf(ip)).toBe(network);
  });
});

describe('CountryTable', () => {
  let table: CountryTable;
  beforeAll(async () => {
    table = await CountryTable.load();
  });

  it.each([
    ['200.160.2.3', 'BR'],
    ['2001:12ff::10', 'BR'],
    ['8.8.8.8', 'US'],
    ['10.0.0.1', undefined],
    ['::1', undefined],
  ])('%s is of %s', (text, country) => {
    expect(table.find(address(text))).toBe(country);
  });
});
