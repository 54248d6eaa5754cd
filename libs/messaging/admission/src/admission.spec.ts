import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testRedis, waitUntil } from '#libs/test/testing';
import {
  AdmissionCopy,
  AdmissionList,
  AdmissionReader,
  datacenterOf,
  FailedLogins,
  normalBlock,
  type Block,
} from './index.js';

const list = (blocks: Block[], datacenters: number[] = []) =>
  new AdmissionList({ version: 'x:1', blocks, datacenters });

describe('normalBlock', () => {
  it.each([
    ['email', ' Ana@Example.COM ', 'ana@example.com'],
    ['email', 'ana@bücher.example', 'ana@xn--bcher-kva.example'],
    ['domain', 'BÜCHER.example.', 'xn--bcher-kva.example'],
    ['domain', '@example.com', 'example.com'],
    ['ip', '2001:DB8::0:1', '2001:db8::1'],
    ['ip', '::ffff:192.0.2.1', '192.0.2.1'],
    ['cidr', '192.0.2.77/24', '192.0.2.0/24'],
    ['cidr', '2001:db8:ffff::/32', '2001:db8::/32'],
  ] as const)('%s %j has one spelling', (kind, text, spelling) => {
    expect(normalBlock(kind, text)).toBe(spelling);
    expect(normalBlock(kind, spelling)).toBe(spelling);
  });

  it.each([
    ['email', 'Ana <ana@example.com>'],
    ['email', 'ana'],
    ['domain', 'com'],
    ['domain', 'ana@example.com'],
    ['domain', '192.0.2.1'],
    ['ip', '192.0.2.0/24'],
    ['ip', 'example.com'],
    ['cidr', '192.0.2.1'],
    ['cidr', '0.0.0.0/0'],
    ['cidr', '::/0'],
  ] as const)('is not %s %j', (kind, text) => expect(normalBlock(kind, text)).toBeUndefined());
});

describe('a list', () => {
  const blocked = list([
    { kind: 'email', value: 'ana@example.com' },
    { kind: 'domain', value: 'bad.example' },
    { kind: 'ip', value: '192.0.2.1' },
    { kind: 'cidr', value: '2001:db8::/32' },
  ]);

  it('finds an address, its domain and subdomains', () => {
    for (const address of ['Ana@example.com', 'x@bad.example', 'x@mail.BAD.example']) {
      expect(blocked.blocksEmail(address), address).toBe(true);
    }
    for (const address of ['bob@example.com', 'x@notbad.example', 'x@example', 'nothing']) {
      expect(blocked.blocksEmail(address), address).toBe(false);
    }
  });

  it('finds an IP address in any notation, and the addresses of a network', () => {
    for (const ip of ['192.0.2.1', '::ffff:192.0.2.1', '2001:db8:1::9']) expect(blocked.blocksIp(ip), ip).toBe(true);
    for (const ip of ['192.0.2.2', '2001:db9::1', '', 'x']) expect(blocked.blocksIp(ip), ip).toBe(false);
  });

  it('finds a data centre by the autonomous system that announces an address', async () => {
    const google = list([], [15169]);
    expect(await datacenterOf(google, '8.8.8.8')).toBe(15169);
    expect(await datacenterOf(google, '1.1.1.1')).toBeUndefined();
    expect(await datacenterOf(google, undefined)).toBeUndefined();
    expect(await datacenterOf(AdmissionList.EMPTY, '8.8.8.8')).toBeUndefined();
  });
});

describe('the copy in Redis', () => {
  let redis: Redis;
  let copy: AdmissionCopy;
  let reader: AdmissionReader;

  beforeAll(async () => {
    redis = new Redis((await testRedis()).url);
    copy = new AdmissionCopy(redis);
    reader = new AdmissionReader(copy);
    await reader.start();
    // The reader's subscription may begin later than its start returns, and this one never polls.
    let written = 0;
    await waitUntil(async () => {
      await copy.write(entries(`first:${(written += 1)}`, 'first@example.test'));
      return reader.current.blocksEmail('first@example.test');
    });
  });
  afterAll(async () => {
    reader.stop();
    redis.disconnect();
  });

  const entries = (version: string, value: string) => ({
    version,
    blocks: [{ kind: 'email', value } as const],
    datacenters: [],
  });

  it('reaches its readers, and a late write of an earlier version has no effect', async () => {
    await copy.write(entries('a:2', 'two@example.test'));
    await copy.write(entries('a:1', 'one@example.test'));
    await waitUntil(() => reader.current.blocksEmail('two@example.test'));
    expect(await copy.version()).toBe('a:2');
    await copy.write(entries('a:10', 'ten@example.test'));
    await waitUntil(() => reader.current.blocksEmail('ten@example.test'));
    expect(reader.current.blocksEmail('two@example.test')).toBe(false);
  });

  it('reaches its readers when it is written, before they poll', async () => {
    for (let n = 1; n <= 6; n += 1) {
      await copy.write(entries(`a:${100 + n}`, `soon-${n}@example.test`));
      await waitUntil(() => reader.current.blocksEmail(`soon-${n}@example.test`));
      expect(reader.current.blocksEmail(`soon-${n - 1}@example.test`)).toBe(false);
    }
  });

  it('is replaced when the owner starts again', async () => {
    await copy.write(entries('b:1', 'anew@example.test'));
    await waitUntil(() => reader.current.blocksEmail('anew@example.test'));
    expect(reader.current.blocksEmail('soon-6@example.test')).toBe(false);
  });

  it('may be lost: its readers keep the last lists', async () => {
    await redis.flushdb();
    expect(await copy.version()).toBeNull();
    await new AdmissionCopy(redis).version();
    expect(reader.current.blocksEmail('anew@example.test')).toBe(true);
  });

  it('has failed logins beside it, by client network, for two hours', async () => {
    const logins = new FailedLogins(redis);
    const now = Date.now();
    for (let n = 0; n < 3; n += 1) await logins.count('192.0.2.1', now);
    for (const ip of ['2001:db8::1', '2001:db8::2', '2001:db8:0:1::1']) await logins.count(ip, now);
    await logins.count('192.0.2.1', now - 3_600_000);
    await logins.count('192.0.2.1', now - 3 * 3_600_000);
    await logins.count(undefined, now);
    await logins.count('unknown', now);
    expect(await logins.listSources(2, 10, now)).toEqual([
      { kind: 'ip', value: '192.0.2.1', failures: 4 },
      { kind: 'cidr', value: '2001:db8::/64', failures: 2 },
    ]);
    expect(await logins.listSources(2, 1, now)).toHaveLength(1);
    expect(await redis.ttl((await redis.keys('*failed-logins*'))[0] ?? '')).toBeGreaterThan(7_000);
  });
});
