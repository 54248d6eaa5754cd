import { afterEach, describe, expect, it } from 'vitest';

import { clientFor, closeAll, failureOf, pair } from '../fixtures/clients.fixture.js';
import { isDelivered } from './result.js';
import { serve } from '../fixtures/servers.fixture.js';

afterEach(closeAll);

describe('connections', () => {
  it('are kept and reused', async () => {
    const { client, url, server } = await pair((_request, response) => response.end());
    for (let i = 0; i < 5; i++) await client.post({ url, body: '' });
    expect(server.connections).toBe(1);
  });

  it('are replaced without a failure if the receiver closed them meanwhile', async () => {
    const { client, url, server } = await pair((_request, response) => response.end());
    for (let i = 0; i < 20; i++) {
      expect(isDelivered(await client.post({ url, body: String(i) }))).toBe(true);
      for (const socket of server.sockets) socket.destroy();
    }
  });

  it('are replaced if the receiver closes them when the request arrives', async () => {
    let requests = 0;
    const { client, url, server } = await pair((request, response) => {
      requests++;
      if (requests === 2) request.socket.destroy();
      else response.end();
    });
    expect(isDelivered(await client.post({ url, body: '1' }))).toBe(true);
    expect(isDelivered(await client.post({ url, body: '2' }))).toBe(true);
    expect([requests, server.connections]).toEqual([3, 2]);
  });

  it('are not retried if a new one is closed without an answer', async () => {
    const { client, url, server } = await pair((request) => request.socket.destroy());
    const result = await client.post({ url, body: '' });
    expect(failureOf(result).kind).toBe('protocol');
    expect(failureOf(result).message).toBe('The connection was closed before the answer was complete');
    expect(server.connections).toBe(1);
  });

  it('are not reused after their maximum age', async () => {
    const { client, url, server } = await pair((_request, response) => response.end(), { connectionMaxAgeMs: 0 });
    await client.post({ url, body: '' });
    await client.post({ url, body: '' });
    expect(server.connections).toBe(2);
  });

  it('are kept idle up to the limit over all origins', async () => {
    const servers = await Promise.all([1, 2, 3].map(() => serve((_request, response) => response.end())));
    const client = clientFor(
      servers.map(({ port }) => port),
      { idleConnections: 2 },
    );
    for (const { port } of servers) await client.post({ url: `http://127.0.0.1:${port}/`, body: '' });
    await expect.poll(() => servers.map(({ sockets }) => sockets.size)).toEqual([0, 1, 1]);
  });

  it('are closed after a long idle time, and when the client closes', async () => {
    const { client, url, server } = await pair((_request, response) => response.end(), { idleMs: 50 });
    await client.post({ url, body: '' });
    await expect.poll(() => server.sockets.size).toBe(0);
    const other = await pair((_request, response) => response.end(), { idleMs: 60_000 });
    await other.client.post({ url: other.url, body: '' });
    other.client.close();
    await expect.poll(() => other.server.sockets.size).toBe(0);
    expect(failureOf(await other.client.post({ url: other.url, body: '' })).kind).toBe('connect');
  });

  it('are limited per origin, and a slow origin does not delay another', async () => {
    const held: (() => void)[] = [];
    let most = 0;
    const slow = await serve((_request, response) => {
      held.push(() => response.end());
      most = Math.max(most, held.length);
    });
    const quick = await serve((_request, response) => response.end());
    const client = clientFor([slow.port, quick.port], { concurrencyPerOrigin: 3 });
    const slowUrl = `http://127.0.0.1:${slow.port}/`;
    const waiting = Array.from({ length: 9 }, () => client.post({ url: slowUrl, body: '' }));
    await expect.poll(() => held.length).toBe(3);
    expect(isDelivered(await client.post({ url: `http://127.0.0.1:${quick.port}/`, body: '' }))).toBe(true);
    for (let answered = 0; answered < 9; answered++) {
      await expect.poll(() => held.length).toBeGreaterThan(0);
      held.shift()?.();
    }
    expect((await Promise.all(waiting)).every(isDelivered)).toBe(true);
    expect(most).toBe(3);
    expect(slow.connections).toBe(3);
  });

  it('are awaited no longer than the timeout', async () => {
    const { client, url } = await pair(() => undefined, { concurrency: 1 });
    const first = client.post({ url, body: '', timeoutMs: 300 });
    const second = await client.post({ url, body: '', timeoutMs: 50 });
    expect(failureOf(second).message).toBe('Too many requests to this host are waiting for their answers');
    expect(failureOf(await first).message).toBe('There was no answer within 300 ms');
  });
});
