import { Body, Controller, Delete, Get, Module, Param, Post, Query } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { ApiBearerAuth, ApiProperty, type OpenAPIObject } from '@nestjs/swagger';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createApp,
  ITEM,
  ListOf,
  MayBeAbsent,
  Nested,
  Operation,
  PageLimit,
  QueryEnum,
  Text,
  TextList,
  detailedEnvelope,
} from '../index.js';

class Part {
  @Text({ max: 10, description: 'A <part>' }) Data: string;
}

class ThingRequest {
  @Text({ min: 1, max: 80 }) Name: string;
  @MayBeAbsent() @Nested(() => Part) Main?: Part;
  @ListOf(() => Part, { max: 5 }) Parts: Part[];
  @TextList({ min: 1, max: 50, item: ITEM.email }) To: string[];
}

class ThingResponse {
  @ApiProperty() Id: string;
}

class ThingQuery {
  @PageLimit(200) limit: number;
  @QueryEnum(['new', 'old']) status?: string;
}

@Controller('v1/things')
@ApiBearerAuth('key')
class ThingsController {
  @Post()
  @Operation({
    summary: 'Creates a thing',
    success: { status: 201, type: ThingResponse },
    errors: [400, 401, 403, 422],
  })
  create(@Body() _body: ThingRequest) {
    return { Id: 'thg_1' };
  }

  @Get()
  @Operation({ summary: 'Lists things', success: { status: 200, type: [ThingResponse] }, errors: [401, 422] })
  list(@Query() _query: ThingQuery) {
    return { Things: [] };
  }

  @Delete(':id')
  @Operation({ summary: 'Removes a thing', success: { status: 204 }, errors: [401, 404] })
  remove(@Param('id') _id: string) {}
}

@Controller('internal/things')
class InternalController {
  @Get()
  secret() {
    return {};
  }
}

@Module({ controllers: [ThingsController, InternalController] })
class ThingsModule {}

let app: NestExpressApplication;
let base: string;
let document: OpenAPIObject;

beforeAll(async () => {
  app = await createApp(ThingsModule, {
    service: 'things',
    envelope: detailedEnvelope(),
    bodyLimit: 1024,
    openapi: { title: 'Things & more', version: '2026-08-28', description: 'All about things' },
  });
  await app.listen(0, '127.0.0.1');
  base = await app.getUrl();
  document = (await (await fetch(`${base}/openapi.json`)).json()) as OpenAPIObject;
});

afterAll(() => app.close());

const operations = () =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      name: `${method} ${path}`,
      operation: operation as Operation,
    })),
  );

interface Operation {
  operationId?: string;
  summary?: string;
  security?: object[];
  parameters?: { name: string; required?: boolean; schema: object }[];
  responses: Record<string, { content?: Record<string, { schema?: object }> }>;
}

const operation = (method: string, path: string) =>
  operations().find(({ name }) => name === `${method} ${path}`)!.operation;

describe('openapi.json', () => {
  it('is OpenAPI 3 with the version of the profile', () => {
    expect(document.openapi).toMatch(/^3\./);
    expect(document.info).toMatchObject({ title: 'Things & more', version: '2026-08-28' });
  });

  it('gives each operation an id of its own and a summary', () => {
    const ids = operations().map(({ operation: { operationId } }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(operations().filter(({ operation: { operationId, summary } }) => !operationId || !summary)).toEqual([]);
  });

  it('gives each response that has a body a schema', () => {
    const bare = operations().flatMap(({ name, operation: { responses } }) =>
      Object.entries(responses)
        .filter(([code]) => !/^(1|3|204|205)/.test(code))
        .filter(([, { content }]) => !content || !Object.values(content).every(({ schema }) => schema))
        .map(([code]) => `${name} ${code}`),
    );
    expect(bare).toEqual([]);
  });

  it('describes the meta routes and no internal one', () => {
    expect(Object.keys(document.paths)).toEqual(
      expect.arrayContaining(['/', '/healthz', '/readyz', '/version', '/metrics']),
    );
    expect(Object.keys(document.paths).filter((path) => path.startsWith('/internal'))).toEqual([]);
  });

  it('lists the declared codes, errors in the envelope and successes with the request id', () => {
    const { responses, security } = operation('post', '/v1/things');
    expect(Object.keys(responses)).toEqual(['201', '400', '401', '403', '413', '422']);
    expect(responses['422']!.content!['application/json']!.schema).toEqual({ $ref: '#/components/schemas/Error' });
    expect(JSON.stringify(responses['201'])).toContain('RequestId');
    expect(security).toEqual([{ key: [] }]);
  });

  it('knows which fields may be absent', () => {
    expect(document.components!.schemas!['ThingRequest']).toMatchObject({ required: ['Name', 'Parts', 'To'] });
  });

  it('explodes a query class into its parameters', () => {
    const { parameters } = operation('get', '/v1/things');
    expect(parameters).toEqual([
      expect.objectContaining({ name: 'limit', required: false }),
      expect.objectContaining({ name: 'status', required: false }),
    ]);
    expect(parameters![0]!.schema).toMatchObject({ type: 'integer', minimum: 1, maximum: 200, default: 50 });
  });
});

describe('docs', () => {
  const script = (headers: Record<string, string>) => fetch(`${base}/docs/reference.js`, { headers });

  it('is a page whose policy allows its own scripts and requests to this host alone', async () => {
    const response = await fetch(`${base}/docs`);
    const page = await response.text();
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page).toContain('"url": "/openapi.json"');
    expect(page).not.toMatch(/https?:\/\//);
    const policy = response.headers.get('content-security-policy');
    expect(policy).toMatch(/^default-src 'none'; script-src 'self' 'sha256-[^']+'; /);
    expect(policy).toContain("connect-src 'self'");
  });

  it.each(['br', 'gzip'])('has a script that is compressed by %s', async (encoding) => {
    const response = await script({ 'accept-encoding': encoding });
    expect(response.headers.get('content-encoding')).toBe(encoding);
    expect(Number(response.headers.get('content-length'))).toBeLessThan(1_100_000);
    expect(await response.text()).toContain('createApiReference');
  });

  it('has a script for clients that take no compression', async () => {
    const response = await script({ 'accept-encoding': 'identity' });
    expect(response.headers.get('content-encoding')).toBeNull();
    expect(await response.text()).toContain('createApiReference');
  });

  it('does not send the script again to a browser that has it', async () => {
    const first = await script({});
    const again = await script({ 'if-none-match': first.headers.get('etag') ?? '' });
    expect([again.status, await again.text()]).toEqual([304, '']);
    expect(first.headers.get('cache-control')).toMatch(/^public, max-age=\d+$/);
    await first.text();
  });
});
