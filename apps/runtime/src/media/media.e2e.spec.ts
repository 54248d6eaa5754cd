import { createHash, randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { mediaPath } from '#libs/sites/sites';
import { newId } from '#libs/core/persistence';
import { Blobs } from '#libs/core/storage';
import { waitUntil } from '#libs/test/testing';
import { pagesStack, type PagesTenant } from '../../../../test/support/pages-stack.js';
import { useStack } from '../../../../test/support/use-stack.js';

const stack = useStack(() => pagesStack({ withRuntime: true }));

/** A file as authoring stores it; returns its address and the path of its blob. */
async function stored(tenant: PagesTenant, content: Buffer, name = 'full-0123456789abcdef.png', type = 'image/png') {
  const id = newId('med');
  const { hash } = await stack.app.get(Blobs, { strict: false }).write(tenant.id, [content], content.length);
  await stack.sql(
    `with made as (
       insert into media (tenant_id, id, file_name, type, width, height, bytes, stored_bytes)
       values ($1, $2, $3, $4, 1, 1, $5::integer, $5::integer) returning *)
     insert into media_file (tenant_id, media_id, name, type, width, height, bytes, hash)
     select tenant_id, id, file_name, type, width, height, bytes, $6 from made`,
    [tenant.id, id, name, type, content.length, hash],
  );
  const blob = join(stack.blobDir, tenant.id, hash.slice(0, 2), hash.slice(2, 4), hash);
  return { id, path: mediaPath(id, name), hash, blob };
}

async function get(path: string, init: RequestInit = {}) {
  const answer = await fetch(stack.visitor.url + path, init);
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
}

describe('a picture', () => {
  it.each([
    ['in memory', 1_000],
    ['from the storage, for it is large', 3 * 1024 * 1024],
  ])('is served whole, %s, with headers that let nothing run', async (_, size) => {
    const content = randomBytes(size);
    const { path, hash } = await stored(await stack.createTenant(), content);
    for (let times = 0; times < 2; times += 1) {
      const { status, headers, bytes } = await get(path);
      expect([status, bytes.equals(content)]).toEqual([200, true]);
      expect(Object.fromEntries(headers)).toMatchObject({
        'content-type': 'image/png',
        'content-length': String(size),
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
        'cross-origin-resource-policy': 'cross-origin',
        'x-content-type-options': 'nosniff',
        etag: `"${hash.slice(0, 32)}"`,
      });
    }
    const head = await get(path, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length'), head.bytes.length]).toEqual([200, String(size), 0]);
  });

  it('is not sent to a client that has it', async () => {
    const { path } = await stored(await stack.createTenant(), Buffer.from('a picture'));
    const etag = (await get(path)).headers.get('etag')!;
    const known = await get(path, { headers: { 'if-none-match': `"other", W/${etag}` } });
    expect([known.status, known.bytes.length, known.headers.get('etag')]).toEqual([304, 0, etag]);
    expect(known.headers.get('cache-control')).toContain('immutable');
    expect((await get(path, { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
  });

  it('is unknown by another name, another id and whatever is no name', async () => {
    const { id, path } = await stored(await stack.createTenant(), Buffer.from('a picture'));
    expect((await get(path)).status).toBe(200);
    for (const wrong of [
      mediaPath(id, 'full-0123456789abcdee.png'),
      mediaPath(newId('med'), 'full-0123456789abcdef.png'),
      mediaPath(id, '..%2f..%2fetc%2fpasswd'),
      mediaPath(id, 'full-0123456789abcdef.png%00'),
      mediaPath(id.toUpperCase(), 'full-0123456789abcdef.png'),
      `/_m/${id}`,
      '/_m/',
    ])
      expect((await get(wrong)).status, wrong).toBe(404);
  });

  it('of a suspended tenant is not served', async () => {
    const tenant = await stack.createTenant();
    const { path } = await stored(tenant, Buffer.from('a picture'));
    await tenant.setStatus('suspended');
    expect((await get(path)).status).toBe(403);
  });

  it('stays in memory when its blob is lost; one that is not there is asked for again', async () => {
    const tenant = await stack.createTenant();
    const [seen, unseen, large] = [
      await stored(tenant, Buffer.from('seen')),
      await stored(tenant, Buffer.from('unseen')),
      await stored(tenant, randomBytes(3 * 1024 * 1024)),
    ];
    expect((await get(seen.path)).bytes.toString()).toBe('seen');
    for (const { blob } of [seen, unseen, large]) await rm(blob);
    expect((await get(seen.path)).bytes.toString()).toBe('seen');
    for (const { path } of [unseen, large]) {
      const { status, headers } = await get(path);
      expect([status, headers.get('retry-after')]).toEqual([503, '5']);
    }
    await stack.app.get(Blobs, { strict: false }).write(tenant.id, [Buffer.from('unseen')], 6);
    expect((await get(unseen.path)).status).toBe(200);
  });

  it('whose content is damaged is not served', async () => {
    const content = Buffer.from('a picture');
    const tenant = await stack.createTenant();
    const { path, hash } = await stored(tenant, content);
    await stack.sql('update media_file set hash = $2 where hash = $1', [hash, sha256('another')]);
    expect((await get(path)).status).toBe(503);
  });

  it('that many ask for at once is read once', async () => {
    const { path } = await stored(await stack.createTenant(), randomBytes(500_000));
    const answers = await Promise.all(Array.from({ length: 30 }, () => get(path)));
    expect(answers.map(({ status, bytes }) => [status, bytes.length])).toEqual(answers.map(() => [200, 500_000]));
  });

  it('that a visitor leaves half way disturbs nobody', async () => {
    const { path } = await stored(await stack.createTenant(), randomBytes(8 * 1024 * 1024));
    const leaving = new AbortController();
    const answer = await fetch(stack.visitor.url + path, { signal: leaving.signal });
    leaving.abort();
    await expect(answer.arrayBuffer()).rejects.toThrow();
    await waitUntil(async () => (await get(path)).bytes.length === 8 * 1024 * 1024, { what: 'the next visitor' });
  });
});

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
