import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'undici';
import { afterEach, describe, expect, it } from 'vitest';
import { waitUntil } from '#libs/test/testing';
import { exchange } from './identity-exchange.js';

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

async function poolTo(answer: RequestListener, connections = 1): Promise<Pool> {
  const server: Server = createServer(answer);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const pool = new Pool(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, { connections });
  ends.push(async () => {
    await pool.destroy();
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  });
  return pool;
}

const get = (path: string) => ({ method: 'GET', path }) as const;

describe('an exchange with identity', () => {
  it('returns status, headers and JSON, also of an answer in pieces', async () => {
    const pool = await poolTo((_request, response) => {
      response.writeHead(201, { 'Retry-After': '5' });
      response.write('{"name":"J');
      setImmediate(() => response.end('ürgen"}'));
    });
    const answer = await exchange(pool, get('/'), 1_000);
    expect(answer).toMatchObject({ status: 201, headers: { 'retry-after': '5' }, body: { name: 'Jürgen' } });
  });

  it('returns no body for an empty answer', async () => {
    const pool = await poolTo((_request, response) => response.writeHead(204).end());
    expect(await exchange(pool, get('/'), 1_000)).toMatchObject({ status: 204, body: undefined });
  });

  it.each([
    ['is no JSON', (text: string) => text],
    ['ends before it is whole', () => null],
  ])('fails when the answer %s', async (_label, rest) => {
    const pool = await poolTo((request, response) => {
      response.writeHead(200, { 'Content-Length': '10' });
      if (rest('') === null) response.write('{', () => request.destroy());
      else response.end('<html></ht');
    });
    await expect(exchange(pool, get('/'), 1_000)).rejects.toThrow();
  });

  it('fails if the answer is not complete by the deadline, and releases its connection', async () => {
    let closed = false;
    const pool = await poolTo((request, response) => {
      request.socket.once('close', () => (closed = true));
      response.writeHead(200);
      response.write('{');
    });
    await expect(exchange(pool, get('/'), 50)).rejects.toThrow('No answer within 50 ms');
    await waitUntil(() => closed);
  });

  it('does not send a request that has timed out', async () => {
    const seen: string[] = [];
    let release: () => void = () => undefined;
    const pool = await poolTo((request, response) => {
      seen.push(request.url ?? '');
      if (request.url === '/slow') release = () => response.end('{}');
      else response.end('{}');
    });
    const slow = exchange(pool, get('/slow'), 5_000);
    await waitUntil(() => seen.includes('/slow'));
    await expect(exchange(pool, get('/late'), 20)).rejects.toThrow('No answer');
    release();
    await slow;
    await exchange(pool, get('/next'), 5_000);
    expect(seen).toEqual(['/slow', '/next']);
  });
});
