import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { DataSource } from 'typeorm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withClient } from '#libs/test/embedded';
import {
  createDataSource,
  CURRENT_TENANTS_SQL,
  Database,
  newId,
  systemAccessSql,
  tenantPolicySql,
} from '#libs/core/persistence';
import { createTestDatabase, type TestDatabase } from '#libs/test/testing';
import { S3Server } from '../test-support/s3-server.js';
import { blobContentSql, blobTableSql } from './blob-schema.js';
import type { BlobStore } from './blob-store.js';
import { Blobs } from './blobs.js';
import { BlobNotFound, BlobTooLarge, StorageUnavailable } from './errors.js';
import { FileBlobStore } from './file-store.js';
import { S3BlobStore } from './s3-store.js';

const MAX = 1_000_000;
const BUCKET = 'app-blobs';

let test: TestDatabase;
let sources: DataSource[];
let database: Database;
let root: string;
let s3: S3Server;

beforeAll(async () => {
  test = await createTestDatabase();
  await withClient(test.ownerUrl, async (owner) => {
    const picture = 'create table picture (tenant_id text not null, hash text not null)';
    const schema = [
      CURRENT_TENANTS_SQL,
      ...blobTableSql('bare'),
      ...blobContentSql(),
      picture,
      ...tenantPolicySql('picture', 'bare'),
    ];
    for (const sql of [...schema, ...systemAccessSql('picture', 'bare', ['select'])]) await owner.query(sql);
  });
  sources = await Promise.all(
    [test.url, test.systemUrl].map((url) =>
      createDataSource({ url, poolSize: 8, applicationName: 'spec' }).initialize(),
    ),
  );
  const [app, system] = sources;
  database = new Database(app as DataSource, system as DataSource);
  root = await mkdtemp(join(tmpdir(), 'blobs-'));
  s3 = await S3Server.start();
});
afterAll(async () => {
  await s3?.stop();
  await Promise.all(sources?.map((source) => source.destroy()) ?? []);
  await test?.drop();
  await rm(root, { recursive: true, force: true });
});

const sql = (text: string, values: unknown[] = []) =>
  withClient(test.adminUrl, async (admin) => (await admin.query(text, values)).rows);
const hashOf = (content: Buffer) => createHash('sha256').update(content).digest('hex');
const filesIn = async (dir: string) =>
  (await readdir(dir, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
const age = (hash: string) => sql(`update blob set touched_at = now() - interval '25 hours' where hash = $1`, [hash]);

interface Place {
  store: BlobStore;
  /** Lists the hashes of the stored blobs. */
  hashes: () => Promise<string[]>;
  inRowUpTo?: number;
}

const STORES: Record<string, () => Place> = {
  files: () => ({ store: new FileBlobStore(root), hashes: () => filesIn(root) }),
  'rows and files': () => ({
    store: new FileBlobStore(root),
    hashes: async () => [
      ...(await filesIn(root)),
      ...(await sql('select hash from blob where content is not null')).map(({ hash }) => hash as string),
    ],
    inRowUpTo: 60_000,
  }),
  S3: () => ({
    store: new S3BlobStore(`${s3.urlOf(BUCKET)}/some/folder`),
    hashes: async () => s3.keysOf(BUCKET).map((key) => key.split('/').at(-1) ?? ''),
  }),
};

describe.each(Object.keys(STORES))('blobs in %s', (name) => {
  let blobs: Blobs;
  /** Blobs of another process, which has none of them in memory. */
  let elsewhere: () => Blobs;
  let hashes: () => Promise<string[]>;

  beforeAll(() => {
    const { store, hashes: lying, inRowUpTo } = STORES[name]!();
    hashes = lying;
    elsewhere = () => new Blobs(store, database, [{ table: 'picture', column: 'hash' }], inRowUpTo);
    blobs = elsewhere();
  });
  afterAll(() => blobs.onApplicationShutdown());

  it('are read as they were written, whole and in part', async () => {
    const tenantId = newId('acc');
    const content = randomBytes(300_000);
    async function* inPieces() {
      for (let at = 0; at < content.length; at += 70_000) yield content.subarray(at, at + 70_000);
    }
    const written = await blobs.write(tenantId, inPieces(), MAX);
    expect(written).toEqual({ hash: hashOf(content), bytes: content.length });
    expect((await buffer(await blobs.read(tenantId, written.hash))).equals(content)).toBe(true);
    expect((await blobs.readAll(tenantId, written.hash, MAX)).equals(content)).toBe(true);
    const part = await buffer(await blobs.read(tenantId, written.hash, { start: 100, end: 199 }));
    expect(part.equals(content.subarray(100, 200))).toBe(true);
    await expect(blobs.readAll(tenantId, written.hash, 1000)).rejects.toThrow(BlobTooLarge);
  });

  it.each([0, 1, 59_999, 60_000, 60_001, 65_536, 65_537])(
    'of %i bytes are read as they were written',
    async (bytes) => {
      const tenantId = newId('acc');
      const content = randomBytes(bytes);
      const { hash } = await blobs.write(tenantId, [content.subarray(0, 7), content.subarray(7)], MAX);
      for (const reader of [blobs, elsewhere()]) {
        expect((await buffer(await reader.read(tenantId, hash))).equals(content)).toBe(true);
        expect((await reader.readAll(tenantId, hash, MAX)).equals(content)).toBe(true);
      }
    },
  );

  it('are durable once what was taken is put', async () => {
    const tenantId = newId('acc');
    for (const content of [randomBytes(500), randomBytes(70_000)]) {
      const taken = await blobs.take(tenantId, [content], MAX);
      expect(taken).toMatchObject({ tenantId, hash: hashOf(content), bytes: content.length });
      if (taken.content) await expect(elsewhere().read(tenantId, taken.hash)).rejects.toThrow(BlobNotFound);
      await blobs.put([taken, taken]);
      expect((await elsewhere().readAll(tenantId, taken.hash, MAX)).equals(content)).toBe(true);
    }
  });

  it('may be empty, and may be larger than what is sent from memory', async () => {
    const tenantId = newId('acc');
    for (const content of [Buffer.alloc(0), randomBytes(9_000_000)]) {
      const { hash } = await blobs.write(tenantId, [content], 10_000_000);
      expect(hashOf(await blobs.readAll(tenantId, hash, 10_000_000))).toBe(hashOf(content));
    }
  });

  it('are rejected when they are too large, or when their source fails, and leave nothing', async () => {
    const tenantId = newId('acc');
    const before = (await hashes()).length;
    await expect(blobs.write(tenantId, [randomBytes(600), randomBytes(600)], 1_000)).rejects.toThrow(BlobTooLarge);
    async function* broken() {
      yield randomBytes(10);
      throw new Error('The upload was aborted');
    }
    await expect(blobs.write(tenantId, broken(), MAX)).rejects.toThrow('The upload was aborted');
    expect((await hashes()).length).toBe(before);
    expect(await sql('select from blob where tenant_id = $1', [tenantId])).toEqual([]);
  });

  it('of one tenant are not found by another, with any hash', async () => {
    const [tenantId, other] = [newId('acc'), newId('acc')];
    const content = randomBytes(100);
    const { hash } = await blobs.write(tenantId, [content], MAX);
    await expect(blobs.read(other, hash)).rejects.toThrow(BlobNotFound);
    for (const wrong of ['', '../../etc/passwd', hash.toUpperCase(), `${hash}/..`]) {
      await expect(blobs.read(tenantId, wrong)).rejects.toThrow(BlobNotFound);
    }
    await blobs.write(other, [content], MAX);
    expect((await hashes()).filter((one) => one === hash)).toHaveLength(2);
  });

  it('are stored once by many writers at a time', async () => {
    const tenantId = newId('acc');
    const content = randomBytes(50_000);
    await Promise.all(Array.from({ length: 20 }, () => blobs.write(tenantId, [content], MAX)));
    expect((await hashes()).filter((one) => one === hashOf(content))).toHaveLength(1);
    expect((await blobs.readAll(tenantId, hashOf(content), MAX)).equals(content)).toBe(true);
    expect(await sql('select bytes::int from blob where tenant_id = $1', [tenantId])).toEqual([{ bytes: 50_000 }]);
  });

  it('are deleted a day after the last row that referred to them', async () => {
    const tenantId = newId('acc');
    const [used, unused, fresh] = await Promise.all(
      [1, 2, 3].map(async () => (await blobs.write(tenantId, [randomBytes(100)], MAX)).hash),
    );
    await sql('insert into picture values ($1, $2)', [tenantId, used]);
    // A row of another tenant with the same hash refers to that tenant's blob.
    await sql('insert into picture values ($1, $2)', [newId('acc'), unused]);
    await Promise.all([age(used ?? ''), age(unused ?? '')]);
    expect(await blobs.sweep()).toBe(1);
    const left = await hashes();
    expect([used, unused, fresh].map((hash) => left.includes(hash ?? ''))).toEqual([true, false, true]);
    await sql('delete from picture where tenant_id = $1', [tenantId]);
    expect(await blobs.sweep()).toBe(0);
    await age(used ?? '');
    expect(await blobs.sweep()).toBe(1);
    await expect(blobs.read(tenantId, used ?? '')).rejects.toThrow(BlobNotFound);
  });

  it('are not lost when they are written while a sweep deletes them', async () => {
    const tenantId = newId('acc');
    const contents = Array.from({ length: 30 }, () => randomBytes(2_000));
    for (let round = 0; round < 3; round += 1) {
      await Promise.all(contents.map((content) => blobs.write(tenantId, [content], MAX)));
      await sql(`update blob set touched_at = now() - interval '2 days' where tenant_id = $1`, [tenantId]);
      const writing = contents.map((content) => blobs.write(tenantId, [content], MAX));
      await Promise.all([...writing, blobs.sweep(), blobs.sweep()]);
      for (const content of contents) {
        expect((await elsewhere().readAll(tenantId, hashOf(content), MAX)).equals(content)).toBe(true);
      }
    }
  });
});

describe.each(['files', 'S3'])('several contents in %s', (kind) => {
  it('are stored together, equal ones once', async () => {
    const blobs = new Blobs(kind === 'S3' ? new S3BlobStore(s3.urlOf(BUCKET)) : new FileBlobStore(root), database, []);
    const tenantId = newId('acc');
    const contents = [randomBytes(100), randomBytes(1), randomBytes(200)];
    const hashes = await blobs.writeMany(tenantId, [...contents, contents[0]!]);
    expect(hashes).toEqual(
      [...contents, contents[0]!].map((content) => createHash('sha256').update(content).digest('hex')),
    );
    for (const [index, content] of contents.entries())
      expect(await blobs.readAll(tenantId, hashes[index]!, MAX)).toEqual(content);
    const rows = await sql('select bytes::int from blob where tenant_id = $1 order by bytes', [tenantId]);
    expect(rows).toEqual([{ bytes: 1 }, { bytes: 100 }, { bytes: 200 }]);
    expect(await blobs.writeMany(tenantId, [])).toEqual([]);
    blobs.onApplicationShutdown();
  });
});

describe('small contents', () => {
  const smallInRows = () => new Blobs(new FileBlobStore(root), database, [], 1_000);
  const contentIn = async (tenantId: string) =>
    (await sql('select content from blob where tenant_id = $1', [tenantId])).map(({ content }) => content as unknown);

  it('lie in their row alone, larger ones in a file alone', async () => {
    const [tenantId, other] = [newId('acc'), newId('acc')];
    const [small, large] = [randomBytes(1_000), randomBytes(1_001)];
    await smallInRows().write(tenantId, [small], MAX);
    await smallInRows().write(other, [large], MAX);
    expect(await contentIn(tenantId)).toEqual([small]);
    expect(await contentIn(other)).toEqual([null]);
    const files = await filesIn(root);
    expect([small, large].map((content) => files.includes(hashOf(content)))).toEqual([false, true]);
  });

  it('that are stored together with large ones are all there', async () => {
    const tenantId = newId('acc');
    const contents = [randomBytes(10), randomBytes(5_000), randomBytes(20)];
    const hashes = await smallInRows().writeMany(tenantId, contents);
    for (const [index, content] of contents.entries())
      expect(await smallInRows().readAll(tenantId, hashes[index]!, MAX)).toEqual(content);
  });

  it('are read from memory after they were preloaded, but for damaged ones', async () => {
    const tenantId = newId('acc');
    const [whole, damaged] = [randomBytes(10), randomBytes(20)];
    const hashes = await smallInRows().writeMany(tenantId, [whole, damaged]);
    await sql(`update blob set content = 'x' where hash = $1`, [hashes[1]]);
    const blobs = smallInRows();
    await blobs.preload(tenantId, [...hashes, ...hashes]);
    await sql('delete from blob where tenant_id = $1 and hash = $2', [tenantId, hashes[0]]);
    expect(await blobs.readAll(tenantId, hashes[0]!, MAX)).toEqual(whole);
    await expect(blobs.readAll(tenantId, hashes[1]!, MAX)).rejects.toThrow(StorageUnavailable);
    await blobs.preload(tenantId, []);
  });

  it('that lay in a file before are read from it, and from their row once they are written again', async () => {
    const tenantId = newId('acc');
    const content = randomBytes(100);
    const { hash } = await new Blobs(new FileBlobStore(root), database, []).write(tenantId, [content], MAX);
    expect(await smallInRows().readAll(tenantId, hash, MAX)).toEqual(content);
    await smallInRows().write(tenantId, [content], MAX);
    expect(await contentIn(tenantId)).toEqual([content]);
  });

  it('that were damaged fail when they are read', async () => {
    const tenantId = newId('acc');
    const { hash } = await smallInRows().write(tenantId, [randomBytes(100)], MAX);
    await sql(`update blob set content = 'x' where tenant_id = $1`, [tenantId]);
    await expect(smallInRows().readAll(tenantId, hash, MAX)).rejects.toThrow(StorageUnavailable);
    await expect(smallInRows().read(tenantId, hash)).rejects.toThrow(StorageUnavailable);
  });

  it('leave a long source that fails or is too large without a row', async () => {
    const tenantId = newId('acc');
    let freed = false;
    async function* endless() {
      try {
        for (;;) yield randomBytes(30_000);
      } finally {
        freed = true;
      }
    }
    await expect(smallInRows().write(tenantId, endless(), MAX)).rejects.toThrow(BlobTooLarge);
    expect(freed).toBe(true);
    expect(await contentIn(tenantId)).toEqual([]);
  });
});

describe('files', () => {
  it('of a writer that was killed are deleted after a day', async () => {
    const incoming = join(root, '.incoming');
    await mkdir(incoming, { recursive: true });
    await Promise.all(['old.part', 'new.part'].map((name) => writeFile(join(incoming, name), 'x')));
    const twoDaysAgo = new Date(Date.now() - 2 * 86_400_000);
    await utimes(join(incoming, 'old.part'), twoDaysAgo, twoDaysAgo);
    await new Blobs(new FileBlobStore(root), database, []).sweep();
    expect(await readdir(incoming)).toEqual(['new.part']);
  });

  it('that cannot be written fail with StorageUnavailable', async () => {
    const blocked = join(root, 'a-file');
    await writeFile(blocked, 'x');
    const blobs = new Blobs(new FileBlobStore(blocked), database, []);
    await expect(blobs.write(newId('acc'), [randomBytes(1)], MAX)).rejects.toThrow(StorageUnavailable);
  });

  it('that were damaged fail when they are read', async () => {
    const tenantId = newId('acc');
    const store = new FileBlobStore(root);
    const { hash } = await new Blobs(store, database, []).write(tenantId, [randomBytes(100)], MAX);
    await writeFile(join(root, tenantId, hash.slice(0, 2), hash.slice(2, 4), hash), 'something else');
    // Who has just written it has it in memory.
    const blobs = new Blobs(store, database, []);
    await expect(blobs.readAll(tenantId, hash, MAX)).rejects.toThrow(StorageUnavailable);
  });
});

describe('S3', () => {
  it('is retried after a temporary failure, and is StorageUnavailable without an answer', async () => {
    const tenantId = newId('acc');
    const blobs = new Blobs(new S3BlobStore(s3.urlOf(BUCKET)), database, []);
    s3.failNext(503, 500);
    const { hash } = await blobs.write(tenantId, [randomBytes(100)], MAX);
    expect(s3.keysOf(BUCKET)).toContain(`${tenantId}/${hash.slice(0, 2)}/${hash.slice(2, 4)}/${hash}`);
    const away = new Blobs(new S3BlobStore('http://a:b@127.0.0.1:9/bucket'), database, []);
    await expect(away.write(tenantId, [randomBytes(1)], MAX)).rejects.toThrow(StorageUnavailable);
    await expect(away.read(tenantId, hash)).rejects.toThrow(StorageUnavailable);
    blobs.onApplicationShutdown();
    away.onApplicationShutdown();
  });

  it('that knows another key refuses', async () => {
    const blobs = new Blobs(new S3BlobStore(s3.urlOf(BUCKET, 'stranger')), database, []);
    await expect(blobs.write(newId('acc'), [randomBytes(1)], MAX)).rejects.toThrow(StorageUnavailable);
    blobs.onApplicationShutdown();
  });

  it('is not configured by a URL without a bucket', () => {
    expect(() => new S3BlobStore('http://a:b@127.0.0.1:9/')).toThrow(TypeError);
  });
});
