import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { OnApplicationShutdown } from '@nestjs/common';
import pLimit from 'p-limit';
import type { EntityManager } from 'typeorm';
import { Database, DatabaseUnavailable, GroupCommitter, type TenantId } from '#libs/core/persistence';
import type { BlobInfo, BlobSource, BlobStore, ByteRange } from './blob-store.js';
import { beginningOf } from './beginning.js';
import {
  type BlobOfTenant,
  type BlobReference,
  contentsOfBlobs,
  deleteBlobs,
  lockStaleBlobs,
  touchBlobs,
  upsertBlobs,
} from './blob.sql.js';
import { RECENT_BYTES_MAX, RecentContents } from './recent-contents.js';
import { BlobNotFound, BlobTooLarge, StorageUnavailable } from './errors.js';

const SWEPT_AT_ONCE = 500;
const BATCHES_PER_SWEEP = 200;
const DELETES_AT_ONCE = 8;
const WRITES_AT_ONCE = 16;

/**
 * Content of up to so many bytes lies in its row, in an app that wants it: most messages do, and a file would cost each of them fifteen
 * calls of the file system.
 */
export const BYTES_IN_ROW = 16_384;
/** Writes whose rows are in one transaction at most. */
const GROUP_MAX = 100;

/**
 * Content of tenants, stored once per tenant and hash. Keys begin with the tenant, so equal content of two tenants is two
 * blobs, and a tenant learns nothing about the content of another. Small content may lie in its row of the database, where it
 * costs no call of the file system; see `inRowUpTo`.
 *
 * A blob lives as long as a row of a referring table names its hash. One without such a row for a day is deleted.
 */
export class Blobs implements OnApplicationShutdown {
  /** Writes that arrive during a commit share the next one. */
  private readonly rows: GroupCommitter<readonly BlobOfTenant[], void>;
  private readonly recent = new RecentContents();

  /** @param inRowUpTo content of up to so many bytes lies in its row; below 0, none does */
  constructor(
    private readonly store: BlobStore,
    private readonly database: Database,
    private readonly references: readonly BlobReference[],
    private readonly inRowUpTo = -1,
  ) {
    this.rows = new GroupCommitter((writes) => this.upsert(writes), {
      maxItems: GROUP_MAX,
      failsWholeGroup: (error) => error instanceof DatabaseUnavailable,
    });
  }

  /**
   * Stores content durably. The caller commits a row that refers to the hash within a day.
   * @param maxBytes how much the source may give
   * @throws BlobTooLarge (413), StorageUnavailable (503), DatabaseUnavailable (503), and what the source throws
   */
  async write(tenantId: TenantId, source: BlobSource, maxBytes: number): Promise<BlobInfo> {
    const blob = await this.take(tenantId, source, maxBytes);
    await this.put([blob]);
    return { hash: blob.hash, bytes: blob.bytes };
  }

  /**
   * Takes content over. What is too long for a row is durable when it resolves; the rest, `content`, is so once {@link put} or
   * a statement of the caller's with `insertBlobsSql` has written it.
   * @param maxBytes how much the source may give
   * @throws BlobTooLarge (413), StorageUnavailable (503), DatabaseUnavailable (503), and what the source throws
   */
  async take(tenantId: TenantId, source: BlobSource, maxBytes: number): Promise<BlobOfTenant> {
    const { whole, source: begun } = await beginningOf(source, RECENT_BYTES_MAX);
    if (!whole) return { tenantId, ...(await this.writeFile(tenantId, begun, maxBytes)), content: null };
    if (whole.length > maxBytes) throw new BlobTooLarge(maxBytes);
    if (this.isForRow(whole)) return { tenantId, hash: hashOf(whole), bytes: whole.length, content: whole };
    const info = await this.writeFile(tenantId, [whole], maxBytes);
    this.recent.set(keyOf(tenantId, info.hash), whole);
    return { tenantId, ...info, content: null };
  }

  /** Stores what was taken over and is not durable yet. @throws DatabaseUnavailable (503) */
  async put(taken: readonly BlobOfTenant[]): Promise<void> {
    const pending = taken.filter(({ content }) => content !== null);
    if (pending.length > 0) await this.rows.submit(pending);
    this.remember(pending);
  }

  /** To be told of blobs that a statement of the caller's has written: they are about to be read. */
  remember(written: readonly BlobOfTenant[]): void {
    for (const { tenantId, hash, content } of written) if (content) this.recent.set(keyOf(tenantId, hash), content);
  }

  /**
   * Stores several contents that are in memory, with one transaction for all; returns the hash of each, in their order.
   * @throws StorageUnavailable (503), DatabaseUnavailable (503)
   */
  async writeMany(tenantId: TenantId, contents: readonly Buffer[]): Promise<string[]> {
    const hashes = contents.map(hashOf);
    const distinct = new Map(hashes.map((hash, index) => [hash, contents[index]!]));
    if (distinct.size === 0) return hashes;
    const inRows = [...distinct].filter(([, content]) => this.isForRow(content));
    const inFiles = [...distinct.values()].filter((content) => !this.isForRow(content));
    const rows = inRows.map(([hash, content]) => ({ tenantId, hash, bytes: content.length, content }));
    const limit = pLimit(WRITES_AT_ONCE);
    const staging = inFiles.map((content) => limit(() => this.store.stage([content], content.length)));
    const outcomes = await Promise.allSettled(staging);
    const staged = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    try {
      await Promise.all(staging);
      await this.rows.submit([...rows, ...staged.map(({ hash, bytes }) => ({ tenantId, hash, bytes, content: null }))]);
      await Promise.all(staged.map((one) => limit(() => one.keep(keyOf(tenantId, one.hash)))));
    } catch (error) {
      await Promise.allSettled(staged.map((one) => one.discard()));
      throw error;
    }
    return hashes;
  }

  /** A stream of the content, or of a part of it. @throws BlobNotFound, StorageUnavailable (503), DatabaseUnavailable (503) */
  async read(tenantId: TenantId, hash: string, range?: ByteRange): Promise<Readable> {
    const key = keyOf(tenantId, hash);
    const content = this.recent.get(key) ?? (await this.contentInRow(tenantId, hash));
    if (content === null) return this.store.read(key, range);
    return Readable.from([range ? content.subarray(range.start, range.end + 1) : content]);
  }

  /**
   * The whole content, checked against its hash.
   * @throws BlobNotFound, BlobTooLarge for more than `maxBytes`, StorageUnavailable (503) also for damaged content
   */
  async readAll(tenantId: TenantId, hash: string, maxBytes: number): Promise<Buffer> {
    const key = keyOf(tenantId, hash);
    const kept = this.recent.get(key) ?? (await this.contentInRow(tenantId, hash));
    if (kept === null) return this.readFile(key, hash, maxBytes);
    if (kept.length > maxBytes) throw new BlobTooLarge(maxBytes);
    return kept;
  }

  /**
   * Takes small contents into memory by one statement, for a caller that is about to read each of them.
   * @throws DatabaseUnavailable (503)
   */
  async preload(tenantId: TenantId, hashes: readonly string[]): Promise<void> {
    const missing = [...new Set(hashes)].filter((hash) => !this.recent.get(keyOf(tenantId, hash)));
    for (const [hash, content] of await this.contentsInRows(tenantId, missing))
      if (hashOf(content) === hash) this.recent.set(keyOf(tenantId, hash), content);
  }

  /** Deletes blobs that no row has referred to for a day; returns how many. Several processes may sweep at once. */
  async sweep(): Promise<number> {
    await this.store.deleteAbandoned();
    let deleted = 0;
    for (let batch = 0; batch < BATCHES_PER_SWEEP; batch += 1) {
      const swept = await this.database.system((tx) => this.sweepBatch(tx));
      deleted += swept.deleted;
      if (swept.seen < SWEPT_AT_ONCE) break;
    }
    return deleted;
  }

  onApplicationShutdown(): void {
    this.store.close();
  }

  private isForRow(content: Buffer): boolean {
    return content.length <= this.inRowUpTo;
  }

  private async writeFile(tenantId: TenantId, source: BlobSource, maxBytes: number): Promise<BlobInfo> {
    const staged = await this.store.stage(source, maxBytes);
    const { hash, bytes } = staged;
    try {
      // The row comes first: from now on no sweep deletes the blob for a day, and one that deletes it now is waited for.
      await this.rows.submit([{ tenantId, hash, bytes, content: null }]);
      await staged.keep(keyOf(tenantId, hash));
    } catch (error) {
      await staged.discard();
      throw error;
    }
    return { hash, bytes };
  }

  private async contentInRow(tenantId: TenantId, hash: string): Promise<Buffer | null> {
    const content = (await this.contentsInRows(tenantId, [hash])).get(hash);
    return content ? undamaged(content, hash) : null;
  }

  private async contentsInRows(tenantId: TenantId, hashes: readonly string[]): Promise<Map<string, Buffer>> {
    if (this.inRowUpTo < 0 || hashes.length === 0) return new Map();
    return this.database.tenantsStatement([tenantId], (pool, tenants) =>
      contentsOfBlobs(pool, tenants, tenantId, hashes),
    );
  }

  private async readFile(key: string, hash: string, maxBytes: number): Promise<Buffer> {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const stream = await this.store.read(key);
    try {
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        bytes += chunk.length;
        if (bytes > maxBytes) throw new BlobTooLarge(maxBytes);
        chunks.push(chunk);
      }
    } catch (error) {
      throw error instanceof BlobTooLarge ? error : new StorageUnavailable(error);
    }
    return undamaged(Buffer.concat(chunks, bytes), hash);
  }

  private async upsert(writes: readonly (readonly BlobOfTenant[])[]): Promise<void[]> {
    const blobs = writes.flat();
    const tenantIds = [...new Set(blobs.map(({ tenantId }) => tenantId))];
    await this.database.tenantsStatement(tenantIds, (pool, tenants) => upsertBlobs(pool, tenants, blobs));
    return writes.map(() => undefined);
  }

  /** The rows stay locked while files are deleted, so that a writer of the same content waits and then writes it anew. */
  private async sweepBatch(tx: EntityManager): Promise<{ seen: number; deleted: number }> {
    const blobs = await lockStaleBlobs(tx, this.references, SWEPT_AT_ONCE);
    const limit = pLimit(DELETES_AT_ONCE);
    const unused = blobs.filter(({ isReferenced }) => !isReferenced);
    const keys = unused.map(({ tenantId, hash }) => keyOf(tenantId, hash));
    for (const key of keys) this.recent.delete(key);
    await Promise.all(keys.map((key) => limit(() => this.store.delete(key))));
    await deleteBlobs(tx, unused);
    await touchBlobs(
      tx,
      blobs.filter(({ isReferenced }) => isReferenced),
    );
    return { seen: blobs.length, deleted: unused.length };
  }
}

const hashOf = (content: Buffer): string => createHash('sha256').update(content).digest('hex');

/** @throws StorageUnavailable for content that has another hash */
function undamaged(content: Buffer, hash: string): Buffer {
  if (hashOf(content) === hash) return content;
  throw new StorageUnavailable(new Error('The content of a blob is damaged'));
}

/** Two levels of folders keep each of them small. @throws BlobNotFound for what is no hash */
function keyOf(tenantId: TenantId, hash: string): string {
  if (!/^[0-9a-f]{64}$/.test(hash) || !/^\w+$/.test(tenantId)) throw new BlobNotFound('There is no such blob');
  return `${tenantId}/${hash.slice(0, 2)}/${hash.slice(2, 4)}/${hash}`;
}
