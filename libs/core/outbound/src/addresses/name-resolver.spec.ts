import { afterEach, describe, expect, it } from 'vitest';

import { NameUnresolved } from '../errors.js';
import { NameResolver } from './name-resolver.js';
import { closeServers, serveDns } from '../fixtures/servers.fixture.js';

const SERVFAIL = 2;

afterEach(closeServers);

describe('NameResolver', () => {
  it('returns all addresses of both families', async () => {
    const dns = await serveDns(() => ({ addresses: ['1.1.1.1', '2.2.2.2', '2606:4700::1'] }));
    const addresses = await new NameResolver(dns.server).resolve('hooks.test');
    expect(addresses.toSorted()).toEqual(['1.1.1.1', '2.2.2.2', '2606:4700::1']);
  });

  it('returns the addresses of one family if the other has none', async () => {
    const dns = await serveDns((name) => ({ addresses: [name.startsWith('six') ? '2606:4700::1' : '1.1.1.1'] }));
    const resolver = new NameResolver(dns.server);
    expect(await resolver.resolve('six.test')).toEqual(['2606:4700::1']);
    expect(await resolver.resolve('four.test')).toEqual(['1.1.1.1']);
  });

  it('sends no query for addresses and for localhost', async () => {
    const dns = await serveDns(() => ({ addresses: ['1.1.1.1'] }));
    const resolver = new NameResolver(dns.server);
    expect(await resolver.resolve('8.8.8.8')).toEqual(['8.8.8.8']);
    expect(await resolver.resolve('::1')).toEqual(['::1']);
    expect(await resolver.resolve('LOCALHOST.')).toEqual(['127.0.0.1']);
    expect(await resolver.resolve('app.localhost')).toEqual(['127.0.0.1']);
    expect(dns.queries).toEqual([]);
  });

  it('sends one query for concurrent lookups of a name', async () => {
    const dns = await serveDns(() => ({ addresses: ['1.1.1.1'] }));
    const resolver = new NameResolver(dns.server);
    await Promise.all(Array.from({ length: 50 }, () => resolver.resolve('hooks.test')));
    expect(dns.queries).toHaveLength(1);
  });

  it('caches an answer for its TTL, and not with a TTL of 0', async () => {
    const dns = await serveDns((name) => ({ addresses: ['1.1.1.1'], ttl: name.startsWith('kept') ? 60 : 0 }));
    const resolver = new NameResolver(dns.server);
    for (const name of ['kept.test', 'kept.test', 'KEPT.test.', 'fresh.test', 'fresh.test'])
      await resolver.resolve(name);
    expect(dns.queries).toEqual(['kept.test', 'fresh.test', 'fresh.test']);
  });

  it('distinguishes a name that does not exist from failing servers, and caches neither', async () => {
    const dns = await serveDns((name, nth) => {
      if (nth > 1) return { addresses: ['1.1.1.1'] };
      return name.startsWith('failing') ? { code: SERVFAIL } : {};
    });
    const resolver = new NameResolver(dns.server);
    await expect(resolver.resolve('nowhere.test')).rejects.toEqual(new NameUnresolved(true));
    await expect(resolver.resolve('failing.test')).rejects.toEqual(new NameUnresolved(false));
    expect(await resolver.resolve('nowhere.test')).toEqual(['1.1.1.1']);
    expect(await resolver.resolve('failing.test')).toEqual(['1.1.1.1']);
  });
});
