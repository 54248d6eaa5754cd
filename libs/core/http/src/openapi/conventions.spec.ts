import { Body, Controller, Delete, Get, Injectable, Module, Patch, Post, Query } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { ApiProperty, type OpenAPIObject } from '@nestjs/swagger';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createApp,
  Created,
  knownBy,
  Operation,
  PageLimit,
  pageOf,
  Text,
  detailedEnvelope,
  type Envelope,
} from '../index.js';

interface Thing {
  id: string;
}

class ThingRequest {
  @Text({ min: 1, max: 80 }) Name: string;
}

class ThingView {
  @ApiProperty() Id: string;

  static of({ id }: Thing): ThingView {
    return { Id: id };
  }
}

class ThingPage extends pageOf('Things', ThingView) {}

class ThingQuery {
  @PageLimit(200) limit: number;
}

@Injectable()
class Things {
  async find(id: string): Promise<Thing | undefined> {
    return id === 'unknown' ? undefined : { id };
  }
}

const Known = knownBy(Things, (things, { id = '' }) => things.find(id));

@Controller('things')
class ThingsController {
  @Post()
  @Created({ summary: 'Create a thing', type: ThingView, location: ({ Id }) => `/things/${Id}`, errors: [409] })
  create(@Body() { Name }: ThingRequest): ThingView {
    return { Id: Name };
  }

  @Get()
  @Operation({ summary: 'List things', success: { status: 200, type: ThingPage } })
  list(@Query() { limit }: ThingQuery): ThingPage {
    return ThingPage.of({ items: [{ id: `${limit}` }], nextCursor: 7, hasMore: true });
  }

  @Get(':id')
  @Operation({ summary: 'Read a thing', success: { status: 200, type: ThingView } })
  get(@Known() thing: Thing): ThingView {
    return ThingView.of(thing);
  }

  @Patch(':id')
  @Known()
  @Operation({ summary: 'Change a thing', success: { status: 200, type: ThingView } })
  update(@Body() { Name }: ThingRequest): ThingView {
    return { Id: Name };
  }

  @Delete(':id')
  @Operation({ summary: 'Delete a thing', success: { status: 204 }, errors: [429], anyQuery: true })
  delete(): void {}
}

@Module({ controllers: [ThingsController], providers: [Things] })
class ThingsModule {}

/** An API that ignores unknown parameters, and answers 400 to a bad value of one that it knows. */
const LENIENT: Envelope = {
  schema: { type: 'object' },
  render: ({ code, status, message }) => ({
    status: code === 'InvalidParameter' ? 400 : status,
    body: { error: message },
  }),
};

async function start(envelope: Envelope, isRateLimited?: (path: string) => boolean): Promise<NestExpressApplication> {
  const openapi = { title: 'Things', version: '1', description: 'All about things', isRateLimited };
  const app = await createApp(ThingsModule, { service: 'things', envelope, bodyLimit: 1024, openapi });
  await app.listen(0, '127.0.0.1');
  return app;
}

let strict: NestExpressApplication;
let lenient: NestExpressApplication;

beforeAll(async () => {
  [strict, lenient] = await Promise.all([start(detailedEnvelope()), start(LENIENT)]);
});
afterAll(() => Promise.all([strict?.close(), lenient?.close()]));

interface Answer {
  Id?: string;
  Error?: { Details?: { Field: string }[] };
}

async function call(method: string, path: string, body?: object, app = strict) {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${await app.getUrl()}${path}`, {
    method,
    ...(body && { headers, body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const answer = text ? (JSON.parse(text) as Answer) : {};
  return { status: response.status, answer, field: answer.Error?.Details?.[0]?.Field, headers: response.headers };
}

describe('a handler without @Query()', () => {
  it('rejects every query parameter where the API rejects unknown ones', async () => {
    expect(await call('GET', '/things/a?x=1')).toMatchObject({ status: 422, field: 'x' });
    expect(await call('GET', '/things/a')).toMatchObject({ status: 200, answer: { Id: 'a' } });
  });

  it('ignores query parameters if the API ignores unknown ones, or with anyQuery', async () => {
    expect((await call('GET', '/things/a?x=1', undefined, lenient)).status).toBe(200);
    expect((await call('DELETE', '/things/a?x=1')).status).toBe(204);
  });

  it('is checked in the order row, body, query', async () => {
    expect((await call('PATCH', '/things/unknown?x=1', {})).status).toBe(404);
    expect(await call('PATCH', '/things/a?x=1', {})).toMatchObject({ status: 400, field: 'Name' });
    expect(await call('PATCH', '/things/a?x=1', { Name: 'b' })).toMatchObject({ status: 422, field: 'x' });
  });
});

describe('knownBy', () => {
  it('passes the row to the handler', async () => {
    expect((await call('GET', '/things/a')).answer).toMatchObject({ Id: 'a' });
  });

  it('answers 404 for an unknown row, also without a parameter for it', async () => {
    expect((await call('GET', '/things/unknown')).status).toBe(404);
    expect((await call('PATCH', '/things/unknown', { Name: 'b' })).status).toBe(404);
  });
});

describe('Created', () => {
  it('answers 201 with the Location of the new object', async () => {
    const { status, headers } = await call('POST', '/things', { Name: 'a' });
    expect([status, headers.get('location')]).toEqual([201, '/things/a']);
  });
});

describe('pageOf', () => {
  it('makes the answer of a page', async () => {
    const { answer } = await call('GET', '/things?limit=3');
    expect(answer).toMatchObject({ Things: [{ Id: '3' }], NextCursor: 7, HasMore: true });
  });
});

describe('the description', () => {
  const documentOf = async (app: NestExpressApplication) =>
    (await (await fetch(`${await app.getUrl()}/openapi.json`)).json()) as OpenAPIObject;

  it('has the errors that follow from path, body and query', async () => {
    const { paths } = await documentOf(strict);
    const statuses = (method: 'get' | 'post' | 'patch' | 'delete', path: string) =>
      Object.keys(paths[path]?.[method]?.responses ?? {}).join();
    expect(statuses('post', '/things')).toBe('201,400,409,413,422');
    expect(statuses('get', '/things')).toBe('200,422');
    expect(statuses('patch', '/things/{id}')).toBe('200,400,404,413,422');
    expect(statuses('delete', '/things/{id}')).toBe('204,404,429');
  });

  it('names no 422 for an API that ignores unknown parameters', async () => {
    const { paths } = await documentOf(lenient);
    expect(Object.keys(paths['/things/{id}']?.get?.responses ?? {})).toEqual(['200', '404']);
    expect(Object.keys(paths['/things']?.get?.responses ?? {})).toEqual(['200', '400']);
  });

  it('has 429 with its headers where the app says that calls have a limit', async () => {
    const limited = await start(detailedEnvelope(), (path) => path === '/things');
    const { paths } = await documentOf(limited);
    await limited.close();
    for (const method of ['get', 'post'] as const) {
      const response = paths['/things']?.[method]?.responses['429'] as { headers: object; content: object };
      const headers = ['Retry-After', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];
      expect(Object.keys(response.headers)).toEqual(headers);
      expect(response.content).toEqual({ 'application/json': { schema: { $ref: '#/components/schemas/Error' } } });
    }
    expect(paths['/things/{id}']?.get?.responses).not.toHaveProperty('429');
    expect(paths['/healthz']?.get?.responses).not.toHaveProperty('429');
  });

  it('has Retry-After alone for a 429 of another cause, such as a quota', async () => {
    const { paths } = await documentOf(strict);
    const response = paths['/things/{id}']?.delete?.responses['429'] as { headers: object };
    expect(Object.keys(response.headers)).toEqual(['Retry-After']);
  });

  it('has the parameters of the path that a guard reads, and no trace of its marks', async () => {
    const { paths } = await documentOf(strict);
    expect(paths['/things/{id}']?.get?.parameters).toMatchObject([{ name: 'id', in: 'path', required: true }]);
    expect(JSON.stringify(paths)).not.toContain('x-any-query');
  });

  it('has the schema of a page and the header Location', async () => {
    const { paths, components } = await documentOf(strict);
    expect(components?.schemas?.['ThingPage']).toMatchObject({
      required: ['NextCursor', 'HasMore', 'Things'],
      properties: { Things: { type: 'array', items: { $ref: '#/components/schemas/ThingView' } } },
    });
    expect(paths['/things']?.post?.responses['201']).toHaveProperty('headers.Location');
  });
});
