import type { Socket } from 'node:net';

import { afterEach, describe, expect, it } from 'vitest';

import { AddressGuard } from './address-guard.js';
import { dial, resolveChecked } from './dial.js';
import { UrlRejected } from '../errors.js';
import { NameResolver } from './name-resolver.js';
import { closeServers, serve, serveTcp } from '../fixtures/servers.fixture.js';
import { parseTarget } from './target.js';

afterEach(closeServers);

const dialing = { resolver: new NameResolver(), guard: AddressGuard.fromConfig() };

function opened(url: string, addresses: string[]): Promise<Socket> {
  return new Promise((resolve, reject) => {
    dial(parseTarget(url), addresses, dialing, (error, socket) => (socket ? resolve(socket) : reject(error)));
  });
}

describe('dial', () => {
  it('checks the connected address, and closes the connection without a byte if it is internal', async () => {
    let bytes = 0;
    const server = await serve(() => bytes++);
    await expect(opened(`http://mistaken.test:${server.port}/`, ['127.0.0.1'])).rejects.toThrow(UrlRejected);
    await expect.poll(() => server.sockets.size).toBe(0);
    expect([server.connections, bytes]).toEqual([1, 0]);
  });

  it('does so before the TLS handshake', async () => {
    let bytes = 0;
    const server = await serveTcp((socket) => socket.on('data', (chunk) => (bytes += chunk.length)));
    await expect(opened(`https://hooks.test:${server.port}/`, ['127.0.0.1'])).rejects.toThrow(UrlRejected);
    await expect.poll(() => server.sockets.size).toBe(0);
    expect([server.connections, bytes]).toEqual([1, 0]);
  });
});

describe('resolveChecked', () => {
  it('returns permitted addresses and rejects the others', async () => {
    expect(await resolveChecked(parseTarget('http://93.184.216.34/'), dialing)).toEqual(['93.184.216.34']);
    await expect(resolveChecked(parseTarget('http://[fd00::1]/'), dialing)).rejects.toThrow(UrlRejected);
  });
});
