import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { OnApplicationShutdown } from '@nestjs/common';
import pLimit from 'p-limit';
import type { EntityManager } from 'typeorm';
import { Database, DatabaseUnavailable, GroupCommitter, type TenantId } from '#libs/persistence';
import type { BlobInfo, BlobSource, BlobStore, ByteRange } from './blob-store.js';
import {
  type BlobOfTenant,
  type BlobReference,
  deleteBlobs,
  lockStaleBlobs,
  touchBlobs,
  upsertBlobs,
} from './blob.sql.js';
import { RecentContents } from './recent-contents.js';
import { BlobNotFound, BlobTooLarge, StorageUnavailable } from './errors.js';

const SWEPT_AT_ONCE = 500;
const BATCHES_PER_SWEEP = 200;
const DELETES_AT_ONCE = 8;
const WRITES_AT_ONCE = 16;

/** Writes whose rows are in one transaction at most. */
const GROUP_MAX = 100;

/**
 * Content of tenants, stored once per tenant and hash. Keys begin with the tenant, so equal content of two tenants is two
 * blobs, and a tenant learns nothing about the content of another.
 *
 * A blob lives as long as a row of a referring table names its hash. One without such a row for a day is deleted.
 */
export class Blobs implements OnApplicationShutdown {
  /** Writes that arrive during a commit share the next one. */
  private readonly rows: GroupCommitter<readonly BlobOfTenant[], void>;
  private readonly recent = new RecentContents();

  constructor(
    private readonly store: BlobStore,
    private readonly database: Database,
    private readonly references: readonly BlobReference[],
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
    const followed = this.recent.follow(source);
    const staged = await this.store.stage(followed.source, maxBytes);
    const { hash, bytes } = staged;
    try {
      // The row comes first: from now on no sweep deletes the blob for a day, and one that deletes it now is waited for.
      await this.rows.submit([{ tenantId, hash, bytes }]);
      await staged.keep(keyOf(tenantId, hash));
      followed.keep(keyOf(tenantId, hash));
    } catch (error) {
      await staged.discard();
      throw error;
    }
    return { hash, bytes };
  }

  /**
   * Stores several contents that are in memory, with one transaction for all; returns the hash of each, in their order.
   * @throws StorageUnavailable (503), DatabaseUnavailable (503)
   */
  async writeMany(tenantId: TenantId, contents: readonly Buffer[]): Promise<string[]> {
    const hashes = contents.map((content) => createHash('sha256').update(content).digest('hex'));
    const distinct = new Map(hashes.map((hash, index) => [hash, contents[index]!]));
    if (distinct.size === 0) return hashes;
    const limit = pLimit(WRITES_AT_ONCE);
    const staging = [...distinct.values()].map((content) => limit(() => this.store.stage([content], content.length)));
    const outcomes = await Promise.allSettled(staging);
    const staged = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    try {
      await Promise.all(staging);
      await this.rows.submit(staged.map(({ hash, bytes }) => ({ tenantId, hash, bytes })));
      await Promise.all(staged.map((one) => limit(() => one.keep(keyOf(tenantId, one.hash)))));
    } catch (error) {
      await Promise.allSettled(staged.map((one) => one.discard()));
      throw error;
    }
    return hashes;
  }

  /** A stream of the content, or of a part of it. @throws BlobNotFound, StorageUnavailable (503) */
  async read(tenantId: TenantId, hash: string, range?: ByteRange): Promise<Readable> {
    return this.store.read(keyOf(tenantId, hash), range);
  }

  /**
   * The whole content, checked against its hash.
   * @throws BlobNotFound, BlobTooLarge for more than `maxBytes`, StorageUnavailable (503) also for damaged content
   */
  async readAll(tenantId: TenantId, hash: string, maxBytes: number): Promise<Buffer> {
    const recent = this.recent.get(keyOf(tenantId, hash));
    if (recent && recent.length <= maxBytes) return recent;
    const chunks: Buffer[] = [];
    let bytes = 0;
    const stream = await this.read(tenantId, hash);
    try {
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        bytes += chunk.length;
        if (bytes > maxBytes) throw new BlobTooLarge(maxBytes);
        chunks.push(chunk);
      }
    } catch (error) {
      throw error instanceof BlobTooLarge ? error : new StorageUnavailable(error);
    }
    const content = Buffer.concat(chunks, bytes);
    if (createHash('sha256').update(content).digest('hex') !== hash) {
      throw new StorageUnavailable(new Error('The content of a blob is damaged'));
    }
    return content;
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

  private async upsert(writes: readonly (readonly BlobOfTenant[])[]): Promise<void[]> {
    const blobs = new Map(writes.flat().map((blob) => [keyOf(blob.tenantId, blob.hash), blob]));
    const distinct = [...blobs.values()];
    const tenantIds = [...new Set(distinct.map(({ tenantId }) => tenantId))];
    await this.database.tenantsStatement(tenantIds, (pool, tenants) => upsertBlobs(pool, tenants, distinct));
    return writes.map(() => undefined);
  }

  /** The rows stay locked while files are deleted, so that a writer of the same content waits and then writes it anew. */
  private async sweepBatch(tx: EntityManager): Promise<{ seen: number; deleted: number }> {
    const blobs = await lockStaleBlobs(tx, this.references, SWEPT_AT_ONCE);
    const limit = pLimit(DELETES_AT_ONCE);
    const unused = blobs.filter(({ isReferenced }) => !isReferenced);
    await Promise.all(unused.map(({ tenantId, hash }) => limit(() => this.store.delete(keyOf(tenantId, hash)))));
    await deleteBlobs(tx, unused);
    await touchBlobs(
      tx,
      blobs.filter(({ isReferenced }) => isReferenced),
    );
    return { seen: blobs.length, deleted: unused.length };
  }
}

/** Two levels of folders keep each of them small. @throws BlobNotFound for what is no hash */
function keyOf(tenantId: TenantId, hash: string): string {
  if (!/^[0-9a-f]{64}$/.test(hash) || !/^\w+$/.test(tenantId)) throw new BlobNotFound('There is no such blob');
  return `${tenantId}/${hash.slice(0, 2)}/${hash.slice(2, 4)}/${hash}`;
}
