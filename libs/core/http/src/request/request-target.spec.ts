import { request } from 'node:http';
import { Controller, Get, Module, Req } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Request } from 'express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fastHttp } from '#libs/core/http-fast';
import { createApp, currentRequest, detailedEnvelope } from '../index.js';

@Controller()
class TargetController {
  @Get('target')
  target(@Req() { originalUrl, hostname, query }: Request) {
    return { originalUrl, hostname, query, path: currentRequest()?.path };
  }
}

@Module({ controllers: [TargetController] })
class TargetModule {}

const PROFILE = {
  service: 'test',
  envelope: detailedEnvelope(),
  bodyLimit: 1_000,
  openapi: { title: 'Test', version: '1', description: 'Test' },
};

describe.each([
  ['by itself', undefined],
  ['with http-fast', fastHttp()],
])('an app %s', (_variant, fast) => {
  let app: NestExpressApplication;
  let port: number;

  beforeAll(async () => {
    app = await createApp(TargetModule, PROFILE, { fast });
    await app.listen(0, '127.0.0.1');
    port = (app.getHttpServer().address() as { port: number }).port;
  });
  afterAll(() => app.close());

  const ask = (path: string, method = 'GET') =>
    new Promise<{ status?: number; body: unknown }>((resolve, reject) => {
      const sent = request({ host: '127.0.0.1', port, path, method, headers: { host: 'other.test' } }, (answer) => {
        let text = '';
        answer.on('data', (chunk) => (text += chunk));
        answer.on('end', () => resolve({ status: answer.statusCode, body: text && JSON.parse(text) }));
      });
      sent.on('error', reject).end();
    });

  it.each(['http://shop.test/target?a=b', 'HTTPS://shop.test:8443/target?a=b'])(
    'reads a target in absolute form as its path and its host: %s',
    async (target) => {
      const { body } = await ask(target);
      const query = { a: 'b' };
      expect(body).toMatchObject({ originalUrl: '/target?a=b', path: '/target', hostname: 'shop.test', query });
    },
  );

  it('reads the root and the meta routes in absolute form', async () => {
    expect(await ask('http://shop.test')).toMatchObject({ status: 200, body: { service: 'test' } });
    expect(await ask('http://shop.test/healthz')).toMatchObject({ status: 200, body: { status: 'ok' } });
  });

  it('reads a backslash as itself, and no fragment', async () => {
    const query = { a: '\\' };
    const { body } = await ask('/target?a=\\#b');
    expect(body).toMatchObject({ originalUrl: '/target?a=%5C', path: '/target', query });
  });

  it.each(['http://user@shop.test/target', 'http:///target', 'ftp://shop.test/target'])(
    'rejects the target %s',
    async (target) => {
      expect(await ask(target)).toMatchObject({ status: 400, body: { Error: { Code: 'ValidationError' } } });
    },
  );

  it('answers OPTIONS of the whole server with no route', async () => {
    expect((await ask('*', 'OPTIONS')).status).toBe(404);
  });
});
