import { afterEach, describe, expect, it } from 'vitest';

import { GuardedDialer } from './guarded-dialer.js';
import { closeServers, serveDns, serveTcp, serveTls } from '../fixtures/servers.fixture.js';
import { AUTHORITY, CERTIFICATE, EXPIRED_CERTIFICATE, KEY } from '../fixtures/tls.fixture.js';

afterEach(closeServers);

const soon = () => AbortSignal.timeout(2_000);

describe('GuardedDialer', () => {
  it('connects to an address that the operator allows', async () => {
    const server = await serveTcp((socket) => socket.write('hello'));
    const dialer = new GuardedDialer({ allow: `127.0.0.1:${server.port}` });
    const socket = await dialer.connect({ host: '127.0.0.1', port: server.port, secure: false }, soon());
    const [chunk] = await new Promise<[Buffer]>((resolve) => socket.once('data', (data) => resolve([data])));
    expect(String(chunk)).toBe('hello');
    socket.destroy();
  });

  it.each(['127.0.0.1', 'localhost', '169.254.169.254', '::1', '::ffff:10.0.0.1'])(
    'connects to nothing inside: %s',
    async (host) => {
      const server = await serveTcp(() => undefined);
      const dialing = new GuardedDialer().connect({ host, port: server.port, secure: false }, soon());
      await expect(dialing).rejects.toMatchObject({ name: 'DialFailed', kind: 'refused-address' });
      expect(server.connections).toBe(0);
    },
  );

  it('looks a name up once for each connection, so that a second answer cannot lead inside', async () => {
    const server = await serveTcp(() => undefined);
    const dns = await serveDns((_, nth) => ({ addresses: [nth === 1 ? '192.0.2.1' : '127.0.0.1'] }));
    const dialer = new GuardedDialer({ allow: '192.0.2.0/24', dnsServer: dns.server });
    const endpoint = { host: 'rebinding.test', port: server.port, secure: false };
    await expect(dialer.connect(endpoint, AbortSignal.timeout(200))).rejects.toMatchObject({ name: 'DialFailed' });
    expect([dns.queries, server.connections]).toEqual([['rebinding.test'], 0]);
    await expect(dialer.connect(endpoint, soon())).rejects.toMatchObject({ kind: 'refused-address' });
    expect(server.connections).toBe(0);
  });

  it('does not connect to ports of other protocols', async () => {
    const dialing = new GuardedDialer().connect({ host: '93.184.216.34', port: 25, secure: false }, soon());
    await expect(dialing).rejects.toMatchObject({ kind: 'refused-address' });
  });

  it('verifies the certificate of a secure endpoint', async () => {
    const good = await serveTls({ key: KEY, cert: CERTIFICATE }, () => undefined);
    const bad = await serveTls({ key: KEY, cert: EXPIRED_CERTIFICATE }, () => undefined);
    const allow = [good, bad].map(({ port }) => `127.0.0.1:${port}`).join(',');
    const dialer = new GuardedDialer({ allow, ca: AUTHORITY });
    const socket = await dialer.connect({ host: '127.0.0.1', port: good.port, secure: true }, soon());
    socket.destroy();
    const dialing = dialer.connect({ host: '127.0.0.1', port: bad.port, secure: true }, soon());
    await expect(dialing).rejects.toMatchObject({ kind: 'tls', message: 'The certificate has expired' });
  });

  it('gives up when the signal aborts: in the lookup, and in the handshake', async () => {
    const dns = await serveDns(() => ({ silent: true }));
    const silent = await serveTcp((socket) => socket.resume());
    const dialer = new GuardedDialer({ allow: `127.0.0.1:${silent.port}`, dnsServer: dns.server });
    for (const host of ['slow.test', '127.0.0.1']) {
      const dialing = dialer.connect({ host, port: silent.port, secure: true }, AbortSignal.timeout(100));
      await expect(dialing).rejects.toMatchObject({ kind: 'timeout' });
    }
    await expect.poll(() => silent.sockets.size).toBe(0);
  });
});
