import { Controller, Get, Header, Module, Post, Redirect, Req, Res, Sse, StreamableFile } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import express, { type Request, type Response } from 'express';
import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { interval, map, take } from 'rxjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fastHttp } from '#libs/core/http-fast';
import { createApp, detailedEnvelope, type FastHttp } from '../index.js';

@Controller('api')
class ExpressController {
  @Get('request')
  request(@Req() request: Request) {
    const { ip, hostname, protocol, path, query, originalUrl, secure, xhr } = request;
    return {
      ip,
      hostname,
      protocol,
      path,
      query,
      originalUrl,
      secure,
      xhr,
      header: request.get('X-Thing'),
      accepts: request.accepts(['html', 'json']),
      is: request.is('json'),
      sameApp: request.app === request.res?.app,
    };
  }

  @Get('json') json(@Res() response: Response) {
    response.status(203).json({ made: 'by hand' });
  }

  @Get('send') send(@Res() response: Response) {
    response.type('txt').send('text: é');
  }

  @Get('cookie') cookie(@Res({ passthrough: true }) response: Response) {
    response.cookie('a', 'b c', { httpOnly: true, path: '/' }).vary('Origin').append('X-Two', ['1', '2']);
    return { set: true };
  }

  @Get('redirect') redirect(@Res() response: Response) {
    response.redirect(302, '/api/json');
  }

  @Get('nest-redirect') @Redirect('/api/send', 307) nestRedirect() {}

  @Get('stream') @Header('Content-Type', 'text/plain') stream() {
    return new StreamableFile(Readable.from(['one ', 'two ', 'three']));
  }

  @Get('piped') piped(@Res() response: Response) {
    Readable.from(['a', 'b']).pipe(response);
  }

  @Sse('events') events() {
    return interval(1).pipe(
      take(3),
      map((n) => ({ data: { n } })),
    );
  }

  @Post('upload') async upload(@Req() request: Request) {
    const hash = createHash('sha256');
    for await (const chunk of request) hash.update(chunk as Buffer);
    return { hash: hash.digest('hex') };
  }

  @Get('text') text() {
    return 'plain';
  }

  @Get('nothing') nothing() {}

  @Get('list') list() {
    return [1, 2];
  }
}

@Module({ controllers: [ExpressController] })
class ExpressModule {}

const subApp = express();
subApp.get('/hello', (request, response) => {
  response.json({ baseUrl: request.baseUrl, url: request.url, mine: request.app === subApp, ip: request.ip });
});

async function start(fast: FastHttp | undefined): Promise<{ app: NestExpressApplication; base: string }> {
  const app = await createApp(
    ExpressModule,
    {
      service: 'express',
      envelope: detailedEnvelope(),
      bodyLimit: 1024,
      openapi: { title: 't', version: '1', description: '' },
    },
    { fast, trustProxy: 'loopback' },
  );
  app.use('/mounted', subApp);
  app.use('/after', (request: Request, response: Response) => response.json({ proto: request.app !== subApp }));
  await app.listen(0, '127.0.0.1');
  return { app, base: await app.getUrl() };
}

describe.each([
  ['with prototypes in place', fastHttp()],
  ['as Express makes them', undefined],
])('requests and responses %s', (_label, fast) => {
  let app: NestExpressApplication;
  let base: string;
  beforeAll(async () => ({ app, base } = await start(fast)));
  afterAll(() => app.close());

  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(base + path, { headers, redirect: 'manual' });

  it('know about the request', async () => {
    const headers = {
      'x-forwarded-for': '192.0.2.7',
      'x-thing': 'x',
      accept: 'application/json',
      'x-forwarded-proto': 'https',
    };
    const answer = await (await get('/api/request?a=1&b=2&b=3', headers)).json();
    expect(answer).toMatchObject({
      ip: '192.0.2.7',
      hostname: '127.0.0.1',
      protocol: 'https',
      secure: true,
      xhr: false,
      path: '/api/request',
      originalUrl: '/api/request?a=1&b=2&b=3',
      query: { a: '1', b: ['2', '3'] },
      header: 'x',
      accepts: 'json',
      is: null,
      sameApp: true,
    });
  });

  it('send JSON, text and nothing by hand and by return', async () => {
    const byHand = await get('/api/json');
    expect([byHand.status, await byHand.json()]).toEqual([203, { made: 'by hand' }]);
    const text = await get('/api/send');
    expect([text.headers.get('content-type'), await text.text()]).toEqual(['text/plain; charset=utf-8', 'text: é']);
    expect(await (await get('/api/text')).text()).toBe('plain');
    expect(await (await get('/api/nothing')).text()).toBe('');
    expect(await (await get('/api/list')).json()).toEqual([1, 2]);
  });

  it('set cookies and headers', async () => {
    const { headers } = await get('/api/cookie');
    expect(headers.get('set-cookie')).toBe('a=b%20c; Path=/; HttpOnly');
    expect(headers.get('vary')).toBe('Origin');
    expect(headers.get('x-two')).toBe('1, 2');
  });

  it('redirect', async () => {
    const byHand = await get('/api/redirect');
    expect([byHand.status, byHand.headers.get('location')]).toEqual([302, '/api/json']);
    const byNest = await get('/api/nest-redirect');
    expect([byNest.status, byNest.headers.get('location')]).toEqual([307, '/api/send']);
  });

  it('stream files, pipes and events', async () => {
    expect(await (await get('/api/stream')).text()).toBe('one two three');
    expect(await (await get('/api/piped')).text()).toBe('ab');
    const events = await get('/api/events');
    expect(events.headers.get('content-type')).toContain('text/event-stream');
    expect((await events.text()).match(/data: \{"n":\d\}/g)).toHaveLength(3);
  });

  it('leave an upload for the handler to stream, whatever its size', async () => {
    const file = randomBytes(300_000);
    const response = await fetch(`${base}/api/upload`, {
      method: 'POST',
      body: file,
      headers: { 'content-type': 'application/octet-stream' },
    });
    expect(await response.json()).toMatchObject({ hash: createHash('sha256').update(file).digest('hex') });
  });

  it('pass through a mounted app and back', async () => {
    expect(await (await get('/mounted/hello')).json()).toMatchObject({
      baseUrl: '/mounted',
      url: '/hello',
      mine: true,
    });
    const missed = await get('/mounted/missing');
    expect([missed.status, ((await missed.json()) as { Error: { Code: string } }).Error.Code]).toEqual([
      404,
      'NotFound',
    ]);
    expect(await (await get('/after')).json()).toEqual({ proto: true });
  });

  it('answer HEAD like GET without a body, and OPTIONS with the methods', async () => {
    const head = await fetch(`${base}/api/list`, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '5', '']);
    const options = await fetch(`${base}/api/list`, { method: 'OPTIONS' });
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS']);
  });

  it('carry the protective headers and an id, and no hint of what made them', async () => {
    for (const path of ['/api/list', '/api/piped', '/nowhere', '/healthz']) {
      const { headers } = await get(path);
      expect(headers.get('x-request-id')).toMatch(/^req_[0-9a-f]{16}$/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('x-powered-by')).toBeNull();
      expect(headers.get('etag')).toBeNull();
    }
  });
});

it('does not change the prototypes of a request', async () => {
  const { app, base } = await start(fastHttp());
  const seen: boolean[] = [];
  app.getHttpServer().prependListener('request', (request: object) => {
    const born: unknown = Object.getPrototypeOf(request);
    setImmediate(() => seen.push(Object.getPrototypeOf(request) === born));
  });
  await (await fetch(`${base}/api/list`)).text();
  expect(seen).toEqual([true]);
  await app.close();
});
