import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import type { BlobSource, BlobStore, ByteRange, StagedBlob } from './blob-store.js';
import { BlobNotFound, StorageUnavailable } from './errors.js';
import { deleteAbandonedFiles, fromDisk, spool } from './spool.js';

/**
 * Blobs as files below a directory. A file is written beside its place, flushed, and renamed into it, so that a reader sees
 * all of it or nothing; then its folder is flushed, so that a power cut takes nothing that was promised.
 */
export class FileBlobStore implements BlobStore {
  readonly #root: string;

  constructor(dir: string) {
    this.#root = resolve(dir);
  }

  async stage(source: BlobSource, maxBytes: number): Promise<StagedBlob> {
    const { path, hash, bytes } = await spool(source, this.#spoolDir, maxBytes);
    return {
      hash,
      bytes,
      keep: (key) => fromDisk(() => this.#moveTo(join(this.#root, key), path)),
      discard: () => rm(path, { force: true }),
    };
  }

  async read(key: string, range?: ByteRange): Promise<Readable> {
    try {
      const file = await open(join(this.#root, key));
      return file.createReadStream(range);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new BlobNotFound('There is no such blob');
      throw new StorageUnavailable(error);
    }
  }

  async delete(key: string): Promise<void> {
    await fromDisk(() => rm(join(this.#root, key), { force: true }));
  }

  async deleteAbandoned(): Promise<void> {
    await deleteAbandonedFiles(this.#spoolDir);
  }

  close(): void {
    // Holds nothing open.
  }

  get #spoolDir(): string {
    return join(this.#root, '.incoming');
  }

  async #moveTo(place: string, from: string): Promise<void> {
    const folder = dirname(place);
    const firstMade = await mkdir(folder, { recursive: true, mode: 0o700 });
    await rename(from, place);
    // A new folder is an entry of the one above it, which has to be flushed, too.
    const last = firstMade ? dirname(firstMade) : folder;
    for (let dir = folder; ; dir = dirname(dir)) {
      await flush(dir);
      if (dir === last) return;
    }
  }
}

async function flush(dir: string): Promise<void> {
  const handle = await open(dir);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
