import { afterEach, describe, expect, it } from 'vitest';

import { closeAll, keep } from '../fixtures/clients.fixture.js';
import { UrlRejected } from '../errors.js';
import { OutboundClient } from './outbound-client.js';
import { isDelivered } from './result.js';
import { serve, serveDns, serveTls, type DnsAnswer } from '../fixtures/servers.fixture.js';
import { AUTHORITY, CERTIFICATE, KEY } from '../fixtures/tls.fixture.js';

const REJECTED = { answered: false, kind: 'refused-address', message: 'The URL resolves to an internal address' };

afterEach(closeAll);

/** A client that asks a name server of ours. */
async function clientWithDns(answer: (name: string, nth: number) => DnsAnswer, allow?: string, ca?: string) {
  const dns = await serveDns(answer);
  return { client: keep(new OutboundClient({ dnsServer: dns.server, allow, ca })), dns };
}

/**
 * One listener as the outside (127.0.0.2, allowed) and one as the inside (127.0.0.1, not allowed), on the same port.
 */
async function outsideAndInside() {
  const outside = await serve((_request, response) => response.end('outside'), '127.0.0.2');
  const inside = await serve((_request, response) => response.end('inside'), '127.0.0.1', outside.port);
  return { outside, inside, port: outside.port, allow: `127.0.0.2:${outside.port}` };
}

describe('a request', () => {
  it('connects to the checked address, even if the name changes meanwhile', async () => {
    const { outside, inside, port, allow } = await outsideAndInside();
    const { client, dns } = await clientWithDns(
      (_name, nth) => ({ addresses: [nth === 1 ? '127.0.0.2' : '127.0.0.1'] }),
      allow,
    );
    const url = `http://rebinding.test:${port}/`;
    expect(await client.post({ url, body: '' })).toMatchObject({ status: 200, bodySnippet: 'outside' });
    expect(dns.queries).toEqual(['rebinding.test']);
    for (const socket of outside.sockets) socket.destroy();
    await expect.poll(() => outside.sockets.size).toBe(0);
    expect(await client.post({ url, body: '' })).toMatchObject(REJECTED);
    expect(dns.queries).toHaveLength(2);
    expect(inside.connections).toBe(0);
  });

  it('is rejected if the name was public when the URL was entered and is internal now', async () => {
    const inside = await serve((_request, response) => response.end());
    const { client } = await clientWithDns((_name, nth) => ({
      addresses: [nth === 1 ? '93.184.216.34' : '127.0.0.1'],
    }));
    const url = `http://rebinding.test:${inside.port}/`;
    expect(await client.checkUrl(url)).toEqual({ url, resolves: true });
    expect(await client.post({ url, body: '' })).toMatchObject(REJECTED);
    expect(inside.connections).toBe(0);
  });

  it('never reaches an internal address if the name server alternates', async () => {
    const { inside, port, allow } = await outsideAndInside();
    const { client } = await clientWithDns(
      (_name, nth) => ({ addresses: [nth % 2 ? '127.0.0.2' : '127.0.0.1'] }),
      allow,
    );
    const posts = Array.from({ length: 40 }, (_, i) =>
      client.post({ url: `http://a${i % 8}.test:${port}/`, body: '' }),
    );
    const results = await Promise.all(posts);
    expect(results.some(isDelivered)).toBe(true);
    expect(inside.connections).toBe(0);
  });

  it('is rejected if one of many addresses is internal', async () => {
    const { outside, inside, port, allow } = await outsideAndInside();
    const { client } = await clientWithDns(() => ({ addresses: ['127.0.0.2', '127.0.0.3', '127.0.0.1'] }), allow);
    expect(await client.post({ url: `http://many.test:${port}/`, body: '' })).toMatchObject(REJECTED);
    const mixed = await clientWithDns(() => ({ addresses: ['127.0.0.2', '::1'] }), allow);
    expect(await mixed.client.post({ url: `http://mixed.test:${port}/`, body: '' })).toMatchObject(REJECTED);
    expect([outside.connections, inside.connections]).toEqual([0, 0]);
  });

  it('does not follow a redirect to an internal address', async () => {
    const { inside, port, allow } = await outsideAndInside();
    for (const status of [301, 302, 303, 307, 308]) {
      const redirecting = await serve((_request, response) => {
        response.writeHead(status, { Location: `http://127.0.0.1:${port}/` }).end();
      }, '127.0.0.2');
      const { client } = await clientWithDns(() => ({}), `${allow},127.0.0.2:${redirecting.port}`);
      const result = await client.post({ url: `http://127.0.0.2:${redirecting.port}/`, body: '' });
      expect(result).toMatchObject({ answered: true, status });
      expect(isDelivered(result)).toBe(false);
    }
    expect(inside.connections).toBe(0);
  });

  it('tries the next address if one does not answer', async () => {
    const { port } = await outsideAndInside();
    const allow = '127.0.0.0/8';
    const { client } = await clientWithDns(() => ({ addresses: ['127.0.0.9', '127.0.0.2'] }), allow);
    expect(await client.post({ url: `http://two.test:${port}/`, body: '' })).toMatchObject({ bodySnippet: 'outside' });
  });

  it('sends the name in TLS and checks the certificate against it, at the checked address', async () => {
    let asked: string | false | null | undefined;
    const server = await serveTls({ key: KEY, cert: CERTIFICATE }, (request, response) => {
      asked = 'servername' in request.socket ? String(request.socket.servername) : undefined;
      response.end();
    });
    const allow = `127.0.0.1:${server.port}`;
    const { client } = await clientWithDns(() => ({ addresses: ['127.0.0.1'] }), allow, AUTHORITY);
    expect(isDelivered(await client.post({ url: `https://hooks.test:${server.port}/`, body: '' }))).toBe(true);
    expect(asked).toBe('hooks.test');
    expect(await client.post({ url: `https://other.test:${server.port}/`, body: '' })).toMatchObject({ kind: 'tls' });
  });

  it('fails with dns for an unknown name, and within its timeout if the name server is silent', async () => {
    const { client } = await clientWithDns((name) => ({ silent: name.startsWith('silent') }));
    const unknown = await client.post({ url: 'http://nowhere.test/', body: '' });
    expect(unknown).toMatchObject({ kind: 'dns', message: 'The host name has no address' });
    const silent = await client.post({ url: 'http://silent.test/', body: '', timeoutMs: 100 });
    expect(silent).toMatchObject({ kind: 'timeout', message: 'The host name could not be looked up within 100 ms' });
  });

  it.each([
    '127.0.0.1',
    'localhost',
    '0x7f.1',
    '2130706433',
    '127.1',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '0.0.0.0',
    '[::]',
  ])('to %s never arrives', async (host) => {
    const inside = await serve((_request, response) => response.end());
    const { client } = await clientWithDns(() => ({ addresses: ['127.0.0.1'] }));
    expect(await client.post({ url: `http://${host}:${inside.port}/`, body: '' })).toMatchObject(REJECTED);
    expect(inside.connections).toBe(0);
  });
});

describe('checkUrl', () => {
  it('returns the URL as it will be called', async () => {
    const { client } = await clientWithDns(() => ({ addresses: ['93.184.216.34', '2606:4700::1'] }));
    const checked = await client.checkUrl('HTTPS://Hooks.Example/a/../b#c');
    expect(checked).toEqual({ url: 'https://hooks.example/b', resolves: true });
  });

  it.each([
    '127.0.0.1',
    '10.0.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '::1',
    'fd00::1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
  ])('rejects a name that resolves to %s, without naming the address', async (address) => {
    const { client } = await clientWithDns(() => ({ addresses: [address] }));
    const thrown = await client.checkUrl('http://intern.test/').catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(UrlRejected);
    expect(thrown).toMatchObject({ reason: 'internal-address', message: 'resolves to an internal address' });
  });

  it('reports a name that does not resolve without rejecting it', async () => {
    const { client } = await clientWithDns(() => ({}));
    expect(await client.checkUrl('https://nowhere.test/')).toEqual({ url: 'https://nowhere.test/', resolves: false });
  });

  it('accepts addresses that the operator allows', async () => {
    const { client } = await clientWithDns(() => ({ addresses: ['10.0.0.1'] }), 'hooks.intern:80,127.0.0.1:4010');
    expect(await client.checkUrl('http://hooks.intern/')).toMatchObject({ resolves: true });
    expect(await client.checkUrl('http://localhost:4010/')).toMatchObject({ resolves: true });
    await expect(client.checkUrl('http://localhost:4011/')).rejects.toThrow(UrlRejected);
  });
});
