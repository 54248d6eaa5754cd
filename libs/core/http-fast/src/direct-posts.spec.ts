import { Body, Controller, HttpCode, Ip, Module, Param, Post } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Logger, Metrics } from '#libs/core/observability';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CompiledValidationPipe, createApp, currentRequest, detailedEnvelope, Problem, Text } from '#libs/core/http';
import { DirectRoutes } from './direct-routes.js';
import { fastHttp } from './fast-http.js';

class NoteRequest {
  @Text({ max: 20 })
  Text: string;
}

@Controller('notes')
class NotesController {
  @Post(':id')
  @HttpCode(202)
  async add(@Param('id') id: string, @Body() { Text: text }: NoteRequest, @Ip() ip: string) {
    await Promise.resolve();
    if (text === 'locked') throw new Problem('Conflict', { headers: { 'Retry-After': '3' } });
    if (text === 'broken') throw new Error('a secret of the driver');
    return { id, text, ip, path: currentRequest()?.path };
  }
}

@Module({ controllers: [NotesController] })
class NotesModule {}

const PROFILE = {
  service: 'test',
  envelope: detailedEnvelope(),
  bodyLimit: 1_000,
  openapi: { title: 'Test', version: '1', description: 'Test' },
} as const;

interface Served {
  app: NestExpressApplication;
  url: string;
  metrics: Metrics;
  lines: Record<string, unknown>[];
  direct: number;
}

async function serve(isDirect: boolean): Promise<Served> {
  const metrics = new Metrics();
  const lines: Record<string, unknown>[] = [];
  const write = (line: string): void => void lines.push(JSON.parse(line) as Record<string, unknown>);
  const logger = new Logger({ service: 'test', destination: { write } });
  const routes = new DirectRoutes(metrics);
  const fast = isDirect ? fastHttp(routes) : undefined;
  const app = await createApp(NotesModule, PROFILE, { fast, metrics, logger, trustProxy: '127.0.0.1' });
  const served = { app, url: '', metrics, lines, direct: 0 };
  const notes = app.get(NotesController);
  const pipe = new CompiledValidationPipe(PROFILE.envelope);
  routes.addPost('/notes/', '/notes/:id', 202, (id) => {
    if (!/^[a-z]+$/.test(id)) return null;
    return async (request) => {
      served.direct += 1;
      const body = pipe.transform(request.body, { type: 'body', metatype: NoteRequest });
      return notes.add(id, body as NoteRequest, request.ip ?? '');
    };
  });
  await app.listen(0, '127.0.0.1');
  served.url = await app.getUrl();
  return served;
}

let direct: Served;
let plain: Served;

beforeAll(async () => {
  direct = await serve(true);
  plain = await serve(false);
});
afterAll(async () => {
  await Promise.all([direct?.app.close(), plain?.app.close()]);
});

const JSON_TYPE = { 'content-type': 'application/json', 'x-forwarded-for': '192.0.2.7' };

/** The answer without what differs by request: its id and its date. */
async function ask({ url }: Served, path: string, body: string | Buffer, headers: Record<string, string> = JSON_TYPE) {
  const response = await fetch(url + path, { method: 'POST', body, headers });
  const id = response.headers.get('x-request-id') ?? '';
  expect(id).toMatch(/^req_[0-9a-f]{16}$/);
  const text = (await response.text()).replaceAll(id, 'ID');
  const kept = [...response.headers].filter(([name]) => name !== 'date' && name !== 'x-request-id');
  return { status: response.status, headers: Object.fromEntries(kept), text };
}

const note = (text: string): string => JSON.stringify({ Text: text });

describe('a direct route of POST', () => {
  it.each<[string, number, string, string | Buffer, Record<string, string>?]>([
    ['a valid body', 202, '/notes/abc', note('hello')],
    ['an invalid field', 400, '/notes/abc', note('x'.repeat(21))],
    ['an unknown field', 400, '/notes/abc', JSON.stringify({ Text: 'a', More: 1 })],
    ['broken JSON', 400, '/notes/abc', '{"Text":'],
    ['no JSON', 400, '/notes/abc', 'Text=hello', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['an empty body', 400, '/notes/abc', ''],
    ['a foreign charset', 400, '/notes/abc', note('a'), { 'content-type': 'application/json; charset=latin1' }],
    ['a body that is too large', 413, '/notes/abc', note('x'.repeat(2_000))],
    ['a Problem with a header', 409, '/notes/abc', note('locked')],
    ['an unforeseen error', 500, '/notes/abc', note('broken')],
    ['a path that only the controller takes', 202, '/notes/ABC', note('hello')],
    ['a query', 202, '/notes/abc?more=1', note('hello')],
    ['a path with NUL', 404, '/notes/a%00b', note('hello')],
    ['a path without a route', 404, '/notes/abc/d', note('hello')],
  ])('answers %s as the controller does, with %d', async (_name, status, path, body, headers) => {
    const answers = [await ask(direct, path, body, headers), await ask(plain, path, body, headers)];
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]!.status).toBe(status);
    expect(answers[0]!.text).not.toContain('secret');
  });

  it('runs in the context of its request, with the address that the proxy tells', async () => {
    const before = direct.direct;
    const { text } = await ask(direct, '/notes/abc', note('hello'));
    expect(JSON.parse(text)).toMatchObject({ id: 'abc', text: 'hello', ip: '192.0.2.7', path: '/notes/abc' });
    expect(direct.direct).toBe(before + 1);
  });

  it('is counted and logged like the controller', async () => {
    const series = async ({ metrics }: Served) =>
      (await metrics.text()).split('\n').filter((line) => line.startsWith('http_requests_total{route="/notes'));
    const shown = ({ lines }: Served) =>
      lines.map(({ time: _time, ms: _ms, requestId: _id, error: _error, ...line }) => line);
    await ask(plain, '/notes/abc', note('hello'));
    expect(await series(direct)).toContainEqual(expect.stringContaining('status="202"'));
    expect(await series(direct)).toEqual(await series(plain));
    expect(shown(direct)).toEqual(shown(plain));
    expect(shown(direct)).toContainEqual(expect.objectContaining({ msg: 'request failed', status: 500 }));
  });
});
