import { Controller, Get, Module } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createApp, detailedEnvelope } from '../index.js';

let arrived: () => void;
let release: () => void;
let stopped = false;

@Controller('slow')
class SlowController {
  @Get() async slow() {
    arrived();
    await new Promise<void>((resolve) => (release = resolve));
    return { stoppedBefore: stopped };
  }
}

@Module({ controllers: [SlowController] })
class SlowModule {
  onModuleDestroy() {
    stopped = true;
  }
}

const start = async (shutdownMs?: number): Promise<NestExpressApplication> => {
  stopped = false;
  const openapi = { title: 't', version: '1', description: '' };
  const app = await createApp(
    SlowModule,
    { service: 'slow', envelope: detailedEnvelope(), bodyLimit: 1024, openapi },
    { shutdownMs },
  );
  await app.listen(0, '127.0.0.1');
  return app;
};

const portOf = (app: NestExpressApplication): number => (app.getHttpServer().address() as AddressInfo).port;

describe('closing an app', () => {
  it('finishes running requests before it destroys a module, and accepts no new ones', async () => {
    const app = await start();
    const url = `${await app.getUrl()}/slow`;
    const begun = new Promise<void>((resolve) => (arrived = resolve));
    const answer = fetch(url);
    await begun;
    const closed = app.close();
    await expect(fetch(url)).rejects.toThrow();
    release();
    expect(await (await answer).json()).toMatchObject({ stoppedBefore: false });
    await closed;
    expect(stopped).toBe(true);
  });

  it('closes connections whose requests do not end in time', async () => {
    const app = await start(100);
    const begun = new Promise<void>((resolve) => (arrived = resolve));
    const answer = fetch(`${await app.getUrl()}/slow`).then(
      () => 'answered',
      () => 'cut',
    );
    await begun;
    await app.close();
    expect(await answer).toBe('cut');
  });
});

describe('a request that is no HTTP', () => {
  const sendRaw = async (app: NestExpressApplication, text: string): Promise<string> => {
    const socket = connect(portOf(app), '127.0.0.1');
    let answer = '';
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
    socket.write(text);
    await once(socket, 'close');
    return answer;
  };

  it.each([
    ['garbage', 'what\r\n\r\n', 400],
    ['headers without end', `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['an endless URL', `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431],
  ])('is answered in the envelope: %s', async (_label, text, status) => {
    const app = await start();
    const answer = await sendRaw(app, text);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer).toMatch(/X-Request-Id: req_[0-9a-f]{16}/);
    expect(JSON.parse(answer.split('\r\n\r\n')[1]!)).toMatchObject({
      Error: { Type: 'Sender', Code: 'ValidationError' },
    });
    await app.close();
  });
});
