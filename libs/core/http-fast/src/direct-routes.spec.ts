import { once } from 'node:events';
import { connect } from 'node:net';
import { Controller, Get, Module, Param } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Metrics } from '#libs/core/observability';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp, detailedEnvelope } from '#libs/core/http';
import { DirectRoutes } from './direct-routes.js';
import { fastHttp } from './fast-http.js';

@Controller('t')
class TokenController {
  @Get('c/:token')
  answer(@Param('token') token: string) {
    return { By: 'controller', token };
  }
}

@Module({ controllers: [TokenController] })
class TokenModule {}

const PROFILE = {
  service: 'test',
  envelope: detailedEnvelope(),
  bodyLimit: 1_000,
  openapi: { title: 'Test', version: '1', description: 'Test' },
} as const;

const metrics = new Metrics();
let app: NestExpressApplication;
let url: string;

beforeAll(async () => {
  const direct = new DirectRoutes(metrics);
  app = await createApp(TokenModule, PROFILE, { fast: fastHttp(direct), metrics });
  direct.add('/t/c/', '/t/c/:token', (token) =>
    token.startsWith('ours') ? { status: 302, headers: ['Location', `https://example.test/${token.slice(4)}`] } : null,
  );
  await app.listen(0, '127.0.0.1');
  url = await app.getUrl();
});
afterAll(() => app?.close());

const get = (path: string, method = 'GET') => fetch(url + path, { method, redirect: 'manual' });

describe('a direct route', () => {
  it.each(['GET', 'HEAD'])('answers %s before Express, with the protective headers', async (method) => {
    const response = await get('/t/c/ours?more=1', method);
    expect([response.status, response.headers.get('location')]).toEqual([302, 'https://example.test/']);
    expect(response.headers.get('x-request-id')).toMatch(/^req_[0-9a-f]{16}$/);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  it('is counted by its pattern', async () => {
    await get('/t/c/ours');
    expect(await metrics.text()).toMatch(
      /http_requests_total\{route="\/t\/c\/:token",method="GET",status="302"\} [1-9]/,
    );
  });

  it('passes a request to the controller if the handler returns null', async () => {
    expect(await (await get('/t/c/other')).json()).toMatchObject({ By: 'controller', token: 'other' });
    expect((await get('/t/c/ours', 'POST')).status).toBe(405);
    expect((await get('/t/d/ours')).status).toBe(404);
  });

  it('keeps the connection open', async () => {
    for (let n = 0; n < 5; n += 1) expect((await get('/t/c/ours')).status).toBe(302);
    expect((await get('/healthz')).status).toBe(200);
  });

  it('answers many concurrent requests, in the order of each connection', async () => {
    const numbers = Array.from({ length: 10 }, (_, n) => n);
    const asked = numbers.map((n) => `GET /t/c/ours${n} HTTP/1.1\r\nHost: a\r\n\r\n`).join('');
    const onConnection = async () => {
      const socket = connect(Number(new URL(url).port), '127.0.0.1').setEncoding('utf8');
      let text = '';
      socket.on('data', (chunk: string) => (text += chunk));
      socket.end(asked);
      await once(socket, 'close');
      return [...text.matchAll(/^Location: https:\/\/example\.test\/(\d)\r$/gm)].map(([, n]) => Number(n));
    };
    expect(await Promise.all([onConnection(), onConnection(), onConnection()])).toEqual([numbers, numbers, numbers]);
  });

  it('is not delayed by a client that disconnects before its answer', async () => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.write('GET /t/c/ours HTTP/1.1\r\nHost: a\r\n\r\n', () => socket.resetAndDestroy());
    await once(socket, 'close');
    expect((await get('/t/c/ours')).status).toBe(302);
  });
});
