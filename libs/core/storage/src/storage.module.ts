import { Module, type DynamicModule } from '@nestjs/common';
import { Database } from '#libs/core/persistence';
import type { BlobReference } from './blob.sql.js';
import { Blobs } from './blobs.js';
import type { BlobStore } from './blob-store.js';
import { FileBlobStore } from './file-store.js';
import type { S3BlobStore } from './s3-store.js';

export interface StorageModuleOptions {
  /** Folder of blobs that are files; all processes of an app share it. */
  dir?: string;
  /** The bucket in which they lie instead; see `S3BlobStore`. */
  s3Url?: string;
  /** The columns that refer to blobs. A blob to which none of them refers is deleted. */
  references: readonly BlobReference[];
  /** Content of up to so many bytes lies in its row of the database; none does if this is absent. */
  inRowUpTo?: number;
}

/** Gives an app its {@link Blobs}. Its schema has the table of `blobTableSql`. */
@Module({})
export class StorageModule {
  /** @throws Error if neither a directory nor a bucket is given */
  static forRoot({ dir, s3Url, references, inRowUpTo }: StorageModuleOptions): DynamicModule {
    return {
      module: StorageModule,
      global: true,
      providers: [
        {
          provide: Blobs,
          inject: [Database],
          useFactory: async (database: Database) =>
            new Blobs(await storeOf(dir, s3Url), database, references, inRowUpTo),
        },
      ],
      exports: [Blobs],
    };
  }
}

/** The client of S3 is loaded on demand: it is large, and most installations keep files. */
export async function openBucket(s3Url: string): Promise<S3BlobStore> {
  return new (await import('./s3-store.js')).S3BlobStore(s3Url);
}

async function storeOf(dir: string | undefined, s3Url: string | undefined): Promise<BlobStore> {
  if (s3Url) return openBucket(s3Url);
  if (dir) return new FileBlobStore(dir);
  throw new Error('Storage needs a directory or the URL of a bucket');
}
