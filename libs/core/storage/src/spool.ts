import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { BlobInfo, BlobSource } from './blob-store.js';
import { BlobTooLarge, StorageUnavailable } from './errors.js';

const SUFFIX = '.part';
const ABANDONED_AFTER_MS = 86_400_000;

export interface SpooledFile extends BlobInfo {
  path: string;
}

/**
 * Writes a source to a new file of the directory, flushed to disk, and hashes it on the way. Deletes the file on failure.
 * @throws BlobTooLarge, StorageUnavailable, and what the source throws
 */
export async function spool(source: BlobSource, dir: string, maxBytes: number): Promise<SpooledFile> {
  const path = join(dir, `${randomUUID()}${SUFFIX}`);
  const file = await fromDisk(() => inFolder(dir, () => open(path, 'wx', 0o600)));
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    for await (const chunk of source) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw new BlobTooLarge(maxBytes);
      hash.update(chunk);
      await fromDisk(() => file.appendFile(chunk));
    }
    await fromDisk(() => file.sync());
    await file.close();
    return { path, bytes, hash: hash.digest('hex') };
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(path, { force: true });
    throw error;
  }
}

/** Deletes spooled files that are older than a day. */
export async function deleteAbandonedFiles(dir: string): Promise<void> {
  const names = await readdir(dir).catch(() => []);
  for (const name of names.filter((one) => one.endsWith(SUFFIX))) {
    const path = join(dir, name);
    const info = await stat(path).catch(() => undefined);
    if (info && Date.now() - info.mtimeMs > ABANDONED_AFTER_MS) await rm(path, { force: true });
  }
}

/** Runs file system work in a folder, which is made if it is not there. */
async function inFolder<T>(dir: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    await mkdir(dir, { recursive: true, mode: 0o700 });
    return work();
  }
}

/** Runs file system work. @throws StorageUnavailable for an error of the file system */
export async function fromDisk<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new StorageUnavailable(error);
  }
}
