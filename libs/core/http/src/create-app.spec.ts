import { Body, Controller, Get, HttpCode, Module, Param, Post, Query } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { IsArray, IsInt, IsString, MaxLength } from 'class-validator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fastHttp } from '#libs/core/http-fast';
import { type AppProfile, createApp, currentRequest, detailedEnvelope, Problem } from './index.js';

class NoteRequest {
  @IsString() @MaxLength(20) Text: string;
  @IsArray() @IsInt({ each: true }) Numbers: number[] = [];
}

@Controller('v1/notes')
class NotesController {
  @Post() @HttpCode(202) create(@Body() body: NoteRequest) {
    return { Id: 'not_1', Text: body.Text };
  }
  @Get() list(@Query('q') q?: string) {
    return { Notes: [], Q: q ?? null, Seen: currentRequest()?.requestId };
  }
  @Get('broken') broken(): never {
    throw new Error('relation "x" does not exist');
  }
  @Get('busy') busy(): never {
    throw new Problem('Throttling', { headers: { 'Retry-After': '7' } });
  }
  @Get(':id') get(@Param('id') id: string) {
    throw new Problem('NotFound', { message: `No note of that id (${id.length})` });
  }
}

@Module({ controllers: [NotesController] })
class NotesModule {}

const profile: AppProfile = {
  service: 'notes',
  envelope: detailedEnvelope(),
  bodyLimit: 1024,
  openapi: { title: 'Notes', version: '1', description: 'Notes' },
};

describe.each([
  ['by itself', undefined],
  ['with http-fast', fastHttp()],
])('an app %s', (_variant, fast) => {
  let app: NestExpressApplication;
  let base: string;

  beforeAll(async () => {
    app = await createApp(NotesModule, profile, { fast });
    await app.listen(0, '127.0.0.1');
    base = await app.getUrl();
  });

  afterAll(() => app.close());

  const call = async (method: string, path: string, body?: string, headers: Record<string, string> = {}) => {
    const response = await fetch(base + path, {
      method,
      body,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: text ? JSON.parse(text) : undefined };
  };

  describe('createApp', () => {
    it('answers with the request id in the body and in the header, which the handler sees too', async () => {
      const answer = await call('GET', '/v1/notes?q=x');
      expect(answer.status).toBe(200);
      expect(answer.json.RequestId).toMatch(/^req_[0-9a-f]{16}$/);
      expect(answer.headers.get('x-request-id')).toBe(answer.json.RequestId);
      expect(answer.json.Seen).toBe(answer.json.RequestId);
    });

    it('validates', async () => {
      expect((await call('POST', '/v1/notes', '{"Text":"a","Numbers":[1]}')).status).toBe(202);
      const refused = await call('POST', '/v1/notes', '{"Text":1,"Numbers":["x"],"Other":1}');
      expect(refused.status).toBe(400);
      expect(refused.json.Error.Details.map((detail: { Field: string }) => detail.Field)).toContain('Other');
    });

    it('does not reveal the cause of an error', async () => {
      const answer = await call('GET', '/v1/notes/broken');
      expect(answer.status).toBe(500);
      expect(answer.text).not.toContain('relation');
      expect(answer.json.Error).toEqual({ Type: 'Receiver', Code: 'InternalError', Message: expect.any(String) });
    });

    it('answers unknown paths 404 and wrong methods 405', async () => {
      expect((await call('GET', '/v1/unknown')).json.Error.Code).toBe('NotFound');
      const wrong = await call('PATCH', '/v1/notes', '{}');
      expect([wrong.status, wrong.json.Error.Code]).toEqual([405, 'MethodNotAllowed']);
      expect(wrong.headers.get('allow')).toBe('GET, HEAD, OPTIONS, POST');
    });

    it.each(['%ff', '%00', '..%2f', 'a'.repeat(3000)])('rejects the id %s without breaking', async (id) => {
      const answer = await call('GET', `/v1/notes/${id}`);
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);
      expect(answer.json.Error.Type).toBe('Sender');
    });

    it.each([
      ['malformed', '{"a":', 400, 'InvalidJson'],
      ['too large', JSON.stringify({ Text: 'x'.repeat(2000) }), 413, 'PayloadTooLarge'],
      ['far too large', JSON.stringify({ Text: 'x'.repeat(40_000_000) }), 413, 'PayloadTooLarge'],
      ['an array', '[]', 400, 'ValidationError'],
      ['null', 'null', 400, 'ValidationError'],
      ['a NUL', '{"Text":"a\\u0000"}', 400, 'ValidationError'],
    ])('rejects a body that is %s', async (_label, body, status, code) => {
      const answer = await call('POST', '/v1/notes', body);
      expect([answer.status, answer.json.Error.Code]).toEqual([status, code]);
    });

    it('serves the meta routes', async () => {
      expect((await call('GET', '/healthz')).text).toBe('{"status":"ok"}');
      expect((await call('GET', '/readyz')).json).toEqual({ status: 'ready' });
      expect(Object.keys((await call('GET', '/version')).json)).toEqual(['service', 'version', 'commit']);
      expect(await (await fetch(`${base}/metrics`)).text()).toContain('http_requests_total{route="/v1/notes"');
    });
  });
});

describe('an app whose metrics have a port of their own', () => {
  let app: NestExpressApplication;

  beforeAll(async () => {
    app = await createApp(NotesModule, profile, { metricsElsewhere: true });
    await app.listen(0, '127.0.0.1');
  });
  afterAll(() => app?.close());

  it('shows none to visitors, and its document names none', async () => {
    const base = await app.getUrl();
    expect((await fetch(`${base}/metrics`)).status).toBe(404);
    const document = (await (await fetch(`${base}/openapi.json`)).json()) as { paths: object };
    expect(Object.keys(document.paths)).not.toContain('/metrics');
    expect((await fetch(`${base}/healthz`)).status).toBe(200);
  });
});
