import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import pg from 'pg';
import { request } from 'undici';
import { beforeAll, describe, expect, it } from 'vitest';
import { waitUntil } from '#libs/test/testing';
import { pagesStack, type PagesTenant } from '../../../../test/support/pages-stack.js';
import { BROWSER, type PageToPublish, publishPage, SHARED, Visitor } from '../../../../test/support/visitor.js';
import { statusOfRaw } from '../../../../test/support/raw-request.js';
import { useStack } from '../../../../test/support/use-stack.js';

const stack = useStack(pagesStack);
let acme: PagesTenant;
let rival: PagesTenant;
let shopId: string;
let url: string;
let visitor: Visitor;

beforeAll(async () => {
  [acme, rival] = [await stack.createTenant(), await stack.createTenant()];
  shopId = await acme.verifyHost('shop.acme.test');
  await rival.verifyHost('rival.test');
  url = (await stack.startRuntime()).url;
  visitor = new Visitor(url);
});
const publish = (tenant: PagesTenant, page: PageToPublish) => publishPage(stack, tenant, page);
const get: Visitor['get'] = (...given) => visitor.get(...given);
const seen = (host: string, path: string, status: number) => visitor.sees(host, path, status);

describe('a published page', () => {
  beforeAll(async () => {
    await publish(acme, { slug: 'oferta', html: '<h1>Oferta</h1>'.repeat(200) });
    await publish(acme, { slug: 'sobre-loja', domainId: shopId, path: '/sobre/loja', indexable: false });
    await publish(rival, { slug: 'outra' });
    await seen(SHARED, '/oferta', 200);
  });

  it('is on the shared host by its slug', async () => {
    for (const slug of ['oferta', 'sobre-loja', 'outra']) expect((await get(SHARED, `/${slug}`)).status).toBe(200);
    expect((await get(SHARED, '/sobre/loja')).status).toBe(404);
    expect((await get('LOCALHOST:1234', '/oferta')).status).toBe(200);
  });

  it('is on the hosts of its tenant: by its path, or without a domain by its slug', async () => {
    expect((await get('shop.acme.test', '/sobre/loja')).text).toBe('<p>sobre-loja</p>');
    expect((await get('shop.acme.test:443', '/oferta')).status).toBe(200);
    expect((await get('Shop.Acme.Test.', '/oferta')).status).toBe(200);
    expect((await get('shop.acme.test', '/sobre-loja')).status).toBe(404);
  });

  it('is not on a host of another tenant', async () => {
    expect((await get('rival.test', '/oferta')).status).toBe(404);
    expect((await get('shop.acme.test', '/outra')).status).toBe(404);
    expect((await get('rival.test', '/outra')).status).toBe(200);
  });

  it('has the headers of its own', async () => {
    for (const headers of [await get(SHARED, '/oferta'), await get(SHARED, '/oferta', {}, 'HEAD')].map(
      (one) => one.headers,
    )) {
      expect(headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': "default-src 'none'; img-src oferta.test",
        'cache-control': 'public, max-age=1, stale-while-revalidate=30, stale-if-error=86400',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'strict-origin-when-cross-origin',
        vary: 'Accept-Encoding',
        etag: 'W/"oferta-1"',
        'content-length': '3000',
      });
      expect(headers['x-request-id']).toMatch(/^req_/);
      expect(headers).not.toHaveProperty('x-robots-tag');
    }
    expect((await get(SHARED, '/sobre-loja')).headers['x-robots-tag']).toBe('noindex');
  });

  it('comes in the encoding that the client prefers', async () => {
    const html = '<h1>Oferta</h1>'.repeat(200);
    const brotli = await get(SHARED, '/oferta', { 'accept-encoding': 'gzip, deflate, br, zstd' });
    expect(brotli.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(brotli.body).toString()).toBe(html);
    const gzip = await get(SHARED, '/oferta', { 'accept-encoding': 'br;q=0, gzip' });
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(gzip.body).toString()).toBe(html);
    expect((await get(SHARED, '/oferta')).text).toBe(html);
  });

  it('is not sent again to a client that has it', async () => {
    for (const known of ['W/"oferta-1"', '"oferta-1"', '"x", W/"oferta-1"', '*']) {
      const { status, headers, text } = await get(SHARED, '/oferta', { 'if-none-match': known });
      expect([status, text, headers['content-length'], headers.etag]).toEqual([304, '', undefined, 'W/"oferta-1"']);
    }
    expect((await get(SHARED, '/oferta', { 'if-none-match': '"other"' })).status).toBe(200);
  });

  it('is answered the same without direct routes', async () => {
    const slow = await stack.startRuntime({ FAST_HTTP: 'false' });
    try {
      const differs = new Set(['x-request-id', 'date']);
      const of = async (base: string, path: string, headers: Record<string, string>) => {
        const answer = await request(base + path, { headers });
        const kept = Object.entries(answer.headers).filter(([name]) => !differs.has(name));
        return [answer.statusCode, Object.fromEntries(kept), await answer.body.text()];
      };
      await of(url, '/oferta', {});
      const requests: Record<string, string>[] = [{}, { 'accept-encoding': 'br' }, { 'if-none-match': '*' }];
      for (const headers of requests) {
        expect(await of(slow.url, '/oferta', headers)).toEqual(await of(url, '/oferta', headers));
      }
    } finally {
      await stack.stopRuntime(slow);
    }
  });
});

describe('the root of a host', () => {
  it('is its home page, and says what this is where there is none', async () => {
    const meta = { service: 'runtime', version: expect.any(String) };
    for (const host of [SHARED, 'unknown.test', 'rival.test']) {
      expect(JSON.parse((await get(host, '/')).text)).toMatchObject(meta);
    }
    const nothing = await visitor.get('shop.acme.test', '/', BROWSER);
    expect([nothing.status, nothing.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    for (const host of [SHARED, 'unknown.test']) expect((await visitor.get(host, '/', BROWSER)).status).toBe(200);
    await publish(acme, { slug: 'inicio', domainId: shopId, path: '/' });
    await seen('shop.acme.test', '/inicio', 404);
    await waitUntil(async () => (await get('shop.acme.test', '/')).text === '<p>inicio</p>');
    expect(JSON.parse((await get(SHARED, '/')).text)).toMatchObject(meta);
  });
});

describe('a host that is not ours', () => {
  it('has no pages, and hears nothing of itself', async () => {
    for (const host of ['unknown.test', 'evil.test"><script>', 'shop.acme.test.evil.test', '[::2]', 'acme.test']) {
      const json = await get(host, '/oferta');
      expect([json.status, JSON.parse(json.text)]).toEqual([404, { error: { message: 'Não encontrado.' } }]);
      const page = await get(host, '/oferta', BROWSER);
      expect([page.status, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
      expect(page.text + JSON.stringify(page.headers) + json.text).not.toContain(host);
    }
  });

  it('answers the probes', async () => {
    for (const path of ['/healthz', '/readyz', '/version', '/metrics', '/openapi.json']) {
      expect((await get('10.0.0.7:3005', path)).status, path).toBe(200);
    }
  });

  it('is found in the target when that has a host', async () => {
    expect(await statusOfRaw(url, 'http://shop.acme.test/oferta', { Host: 'unknown.test' })).toBe(200);
    expect(await statusOfRaw(url, 'http://unknown.test/oferta', { Host: 'shop.acme.test' })).toBe(404);
    expect(await statusOfRaw(url, 'http://shop.acme.test@unknown.test/oferta')).toBe(400);
  });

  it('becomes ours when it is verified, and stops when it is removed', async () => {
    expect((await get('new.acme.test', '/oferta')).status).toBe(404);
    const id = await acme.verifyHost('new.acme.test');
    await seen('new.acme.test', '/oferta', 200);
    await stack.sql('delete from site_domain where id = $1', [id]);
    await seen('new.acme.test', '/oferta', 404);
  });

  it('shows the pages of its new tenant when it changes hands', async () => {
    const id = await acme.verifyHost('moving.test');
    await seen('moving.test', '/oferta', 200);
    await stack.sql('delete from site_domain where id = $1', [id]);
    await rival.verifyHost('moving.test');
    await seen('moving.test', '/outra', 200);
    expect((await get('moving.test', '/oferta')).status).toBe(404);
  });
});

describe('a change', () => {
  it('is seen within a second: published, rendered again, moved, taken down', async () => {
    const within = async (change: () => Promise<unknown>, check: () => Promise<boolean>) => {
      await change();
      await waitUntil(check, { timeoutMs: 1_000, what: 'the change' });
    };
    expect((await get(SHARED, '/novo')).status).toBe(404);
    await within(
      () => publish(acme, { slug: 'novo' }),
      async () => (await get(SHARED, '/novo')).status === 200,
    );
    await within(
      () => stack.sql(`update published_page set html = 'changed', etag = '"2"' where slug = 'novo'`),
      async () => (await get(SHARED, '/novo')).text === 'changed',
    );
    await within(
      () => stack.sql(`update published_page set slug = 'movido' where slug = 'novo'`),
      async () => (await get(SHARED, '/novo')).status === 404 && (await get(SHARED, '/movido')).status === 200,
    );
    await within(
      () => stack.sql(`delete from published_page where slug = 'movido'`),
      async () => (await get(SHARED, '/movido')).status === 404,
    );
  });

  it('is seen whatever the order of commits', async () => {
    await publish(acme, { slug: 'lento', html: 'old' });
    await seen(SHARED, '/lento', 200);
    const slow = new pg.Client({ connectionString: stack.database.adminUrl });
    await slow.connect();
    try {
      await slow.query('begin');
      await slow.query(`update published_page set html = 'new', etag = '"2"' where slug = 'lento'`);
      // A later change is committed and seen first.
      expect((await get(SHARED, '/rapido')).status).toBe(404);
      await publish(acme, { slug: 'rapido' });
      await seen(SHARED, '/rapido', 200);
      expect((await get(SHARED, '/lento')).text).toBe('old');
      await slow.query('commit');
      await waitUntil(async () => (await get(SHARED, '/lento')).text === 'new', { timeoutMs: 1_000 });
    } finally {
      await slow.end();
    }
  });
});

describe('a suspended tenant', () => {
  it('has its pages and links replaced by a notice', async () => {
    const held = await stack.createTenant();
    await publish(held, { slug: 'retida' });
    await held.setStatus('suspended');
    await waitUntil(async () => (await get(SHARED, '/retida')).status === 403);
    const page = await get(SHARED, '/retida', BROWSER);
    expect([page.status, page.text]).toEqual([403, expect.stringContaining('suspensa')]);
    expect(page.text).not.toContain('<p>retida</p>');
  });
});
