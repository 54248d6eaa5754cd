import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '#libs/core/persistence';
import { freePort, SmtpSink, testRedis, type TestDatabase, waitUntil } from '#libs/test/testing';
import { type AppStack, appStack, SERVICE_SECRET } from '../../../../test/support/app-stack.js';
import { HttpClient } from '../../../../test/support/http-client.js';
import { PostgresCluster } from '../../../../test/support/postgres-cluster.js';
import { RuntimeConfig } from '../config.js';
import { createRuntime } from '../runtime.js';
import { MemoryWarmer } from '../addresses/memory-warmer.js';

// Authoring does not run, and identity does not answer, in all of these tests.
const TENANT = newId('acc');

let home: string;
let postgres: PostgresCluster;
let mail: SmtpSink;
let runtime: AppStack<RuntimeConfig>;
let visitor: HttpClient;

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'runtime-'));
  [postgres, mail] = await Promise.all([PostgresCluster.start(home, 'pages'), SmtpSink.start()]);
  await sql(
    `insert into site_domain (tenant_id, id, host, ownership_token, verified_at) values ($1, 'dom_1', 'shop.test', '', now())`,
    [TENANT],
  );
  await sql(
    `insert into short_link (tenant_id, id, slug, target) values ($1, 'lnk_1', 'go', 'https://example.test/')`,
    [TENANT],
  );
  await publish('warm');
  const surroundings = { database: postgres.urls as TestDatabase, redisUrl: (await testRedis()).url, mail };
  const environment = { IDENTITY_URL: `http://127.0.0.1:${await freePort()}` };
  runtime = await appStack(
    { name: 'runtime', config: RuntimeConfig, create: createRuntime },
    { surroundings, environment },
  );
  visitor = new HttpClient(runtime.url);
  await runtime.app.get(MemoryWarmer, { strict: false }).isDone();
});

afterAll(async () => {
  await runtime?.app.close();
  await Promise.all([runtime?.view.close(), mail?.stop(), postgres?.stop()]);
  rmSync(home, { recursive: true, force: true });
});

async function sql<R extends object>(text: string, values: unknown[] = []): Promise<R[]> {
  const client = new pg.Client({ connectionString: postgres.urls.adminUrl });
  await client.connect();
  try {
    return (await client.query<R>(text, values)).rows;
  } finally {
    await client.end();
  }
}

async function publish(slug: string): Promise<void> {
  const html = Buffer.from(`<p>${slug}</p>`);
  await sql(
    `insert into published_page (tenant_id, page_id, version, slug, title, html, gzip, brotli, etag, policy)
     values ($1, $2, 1, $2, '', $3, $4, $5, '"1"', '')`,
    [TENANT, slug, html, gzipSync(html), brotliCompressSync(html)],
  );
}

async function metric(name: string): Promise<number> {
  const { text } = await visitor.get('/metrics');
  return Number(new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1] ?? 0);
}

const HTML = { accept: 'text/html' };

it('serves what is in memory while Postgres is away, and says that it may be old', async () => {
  expect((await visitor.get('/r/go')).status).toBe(302);
  await postgres.stop();
  await waitUntil(async () => (await metric('runtime_stale_seconds')) > 0, { what: 'the loss to be noticed' });
  expect(await visitor.get('/warm')).toMatchObject({ status: 200, text: '<p>warm</p>' });
  expect((await visitor.get('/warm', { host: 'shop.test' })).status).toBe(200);
  expect((await visitor.get('/warm', { host: 'other.test' })).status).toBe(404);
  expect((await visitor.get('/r/go')).headers['location']).toBe('https://example.test/');
  const edge = { authorization: `Bearer ${SERVICE_SECRET}` };
  expect((await visitor.get('/internal/tls-ask?domain=shop.test', edge)).status).toBe(200);
  expect((await visitor.get('/internal/tls-ask?domain=other.test', edge)).status).toBe(404);
  expect((await visitor.get('/healthz')).status).toBe(200);
  expect(await metric('runtime_stale_answers_total')).toBeGreaterThan(0);
});

it('says of a page that is not in memory when to try again, and never that it does not exist', async () => {
  const page = await visitor.get('/cold', HTML);
  expect([page.status, page.headers['retry-after']]).toEqual([503, '5']);
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(page.text).toContain('<h1>Voltamos já</h1>');
  expect((await visitor.get('/cold')).body).toEqual({ error: { message: expect.any(String) } });
});

it('sees what changed as soon as Postgres is back, and loses no click', async () => {
  await postgres.start();
  await publish('cold');
  await sql(`update published_page set html = 'changed', etag = '"2"' where slug = 'warm'`);
  await waitUntil(async () => (await visitor.get('/warm')).text === 'changed', { timeoutMs: 10_000 });
  expect((await visitor.get('/cold')).status).toBe(200);
  await waitUntil(async () => (await metric('runtime_stale_seconds')) === 0);
  await waitUntil(async () => {
    const [link] = await sql<{ clicks: string }>('select clicks from short_link');
    return link?.clicks === '2';
  });
});
