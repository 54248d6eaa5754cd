import { createReadStream, createWriteStream, existsSync, readdirSync } from 'node:fs';
import { copyFile, mkdir, readdir, rm } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { BlobNotFound, openBucket, type S3BlobStore } from '#libs/core/storage';

/** Store of a database's blobs, by paths that end in their SHA-256. */
export interface BlobPlace {
  list(): AsyncIterable<string>;
  /** Copies a blob into a file. False if it is gone: nothing had referred to it for a day. */
  take(path: string, file: string): Promise<boolean>;
  put(path: string, file: string): Promise<void>;
  isEmpty(): Promise<boolean>;
  clear(): Promise<void>;
}

export class FileBlobs implements BlobPlace {
  constructor(private readonly root: string) {}

  /** Skips files that are still being received, whose names begin with a dot. */
  async *list(dir = this.root): AsyncGenerator<string> {
    if (!existsSync(dir)) return;
    for (const entry of await readdir(dir, { withFileTypes: true })) {
      if (entry.name.startsWith('.')) continue;
      const path = join(dir, entry.name);
      if (entry.isDirectory()) yield* this.list(path);
      else yield relative(this.root, path);
    }
  }

  async take(path: string, file: string): Promise<boolean> {
    try {
      await copy(join(this.root, path), file);
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT' && !existsSync(join(this.root, path))) return false;
      throw error;
    }
  }

  put(path: string, file: string): Promise<void> {
    return copy(file, join(this.root, path));
  }

  async isEmpty(): Promise<boolean> {
    return !existsSync(this.root) || readdirSync(this.root).every((entry) => entry.startsWith('.'));
  }

  clear(): Promise<void> {
    return rm(this.root, { recursive: true, force: true });
  }
}

export class BucketBlobs implements BlobPlace {
  private constructor(private readonly bucket: S3BlobStore) {}

  static async open(url: string): Promise<BucketBlobs> {
    return new BucketBlobs(await openBucket(url));
  }

  list(): AsyncIterable<string> {
    return this.bucket.list();
  }

  async take(path: string, file: string): Promise<boolean> {
    try {
      const content = await this.bucket.read(path);
      await mkdir(dirname(file), { recursive: true, mode: 0o700 });
      await pipeline(content, createWriteStream(file, { mode: 0o600 }));
      return true;
    } catch (error) {
      if (error instanceof BlobNotFound) return false;
      throw error;
    }
  }

  async put(path: string, file: string): Promise<void> {
    const staged = await this.bucket.stage(createReadStream(file), Number.MAX_SAFE_INTEGER);
    try {
      if (staged.hash !== basename(path)) throw new Error(`${file} is not what was backed up`);
      await staged.keep(path);
    } finally {
      await staged.discard();
    }
  }

  async isEmpty(): Promise<boolean> {
    for await (const _ of this.bucket.list()) return false;
    return true;
  }

  async clear(): Promise<void> {
    for await (const path of this.bucket.list()) await this.bucket.delete(path);
  }
}

async function copy(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  await copyFile(from, to);
}
