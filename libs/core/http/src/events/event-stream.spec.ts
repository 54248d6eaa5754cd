import { Controller, Get, Module, Res } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Response } from 'express';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fastHttp } from '#libs/core/http-fast';
import { createApp, detailedEnvelope, EventStream } from '../index.js';

let opened: (stream: EventStream) => void;

@Controller('events')
class EventsController {
  @Get() listen(@Res() response: Response) {
    opened(new EventStream(response, { retryMs: 1_000, maxWaitingBytes: 100_000 }));
  }
}

@Module({ controllers: [EventsController] })
class EventsModule {}

let app: NestExpressApplication;

async function start(fast?: ReturnType<typeof fastHttp>): Promise<void> {
  const openapi = { title: 't', version: '1', description: '' };
  const profile = { service: 'events', envelope: detailedEnvelope(), bodyLimit: 1024, openapi };
  app = await createApp(EventsModule, profile, { fast, shutdownMs: 60_000 });
  await app.listen(0, '127.0.0.1');
}

/** The two ends of a stream. */
async function connect(method = 'GET'): Promise<{ stream: EventStream; response: IncomingMessage }> {
  const stream = new Promise<EventStream>((resolve) => (opened = resolve));
  const request = get(`${await app.getUrl()}/events`, { agent: false, method });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.on('error', () => undefined);
  return { stream: await stream, response };
}

describe.each([
  ['with prototypes in place', fastHttp()],
  ['as Express makes them', undefined],
])('a stream of events %s', (_label, fast) => {
  beforeEach(() => start(fast));
  afterEach(() => app.close());

  it('sends events as they come', async () => {
    const { stream, response } = await connect();
    response.setEncoding('utf8');
    const chunks = response[Symbol.asyncIterator]();
    const next = async () => (await chunks.next()).value as string;
    expect(await next()).toBe('retry: 1000\n\n');
    stream.send({ event: 'one', data: { a: 'x\ny' }, id: '7-0' });
    expect(await next()).toBe('event: one\nid: 7-0\ndata: {"a":"x\\ny"}\n\n');
    stream.beat();
    expect(await next()).toBe(':\n\n');
    stream.end();
    expect((await chunks.next()).done).toBe(true);
    expect(stream.isClosed).toBe(true);
    stream.send({ event: 'late', data: {} });
  });

  it('closes the connection of a reader that is too slow', async () => {
    const { stream, response } = await connect();
    response.pause();
    const closed = new Promise<void>((resolve) => stream.onClose(resolve));
    const event = { event: 'large', data: { text: 'x'.repeat(50_000) } };
    // The system's own buffers take some megabytes.
    for (let n = 0; n < 2_000 && !stream.isClosed; n += 1) {
      stream.send(event);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await closed;
    expect(stream.isClosed).toBe(true);
    response.destroy();
  });

  it('ends when the app closes, without a wait', async () => {
    const { stream, response } = await connect();
    response.resume();
    const ended = once(response, 'end');
    await app.close();
    await ended;
    expect(stream.isClosed).toBe(true);
  });

  it('tells that the client is gone, also to those who ask late', async () => {
    const { stream, response } = await connect();
    const closed = new Promise<void>((resolve) => stream.onClose(resolve));
    response.destroy();
    await closed;
    let late = false;
    stream.onClose(() => (late = true));
    expect(late).toBe(true);
  });

  it('has headers alone for HEAD', async () => {
    const { stream, response } = await connect('HEAD');
    response.resume();
    expect([response.statusCode, stream.isClosed]).toEqual([200, true]);
  });
});
