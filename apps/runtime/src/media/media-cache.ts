import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { MediaFile } from '#libs/sites/sites';
import { Database } from '#libs/core/persistence';
import { Blobs } from '#libs/core/storage';
import { RuntimeConfig } from '../config.js';
import { FIND_MEDIA_FILE } from './media.sql.js';

/** Time after which a served picture is checked for deletion again (milliseconds). */
const FRESH_MS = 60_000;
const MIB = 1024 * 1024;
/** Larger files are read from the storage for each request. */
const CACHED_BYTES = 2 * MIB;
/** Estimated bytes of an entry beside its content. */
const ENTRY_BYTES = 500;

export type StoredFile = Pick<MediaFile, 'tenantId' | 'type' | 'bytes' | 'hash'>;

export interface CachedFile {
  file: StoredFile;
  /** Absent for a large file. */
  content?: Buffer;
}

/**
 * The files of pictures in memory. One that is there is served even while neither database nor storage answers. Requests for
 * the same file at the same time read it once.
 */
@Injectable()
export class MediaCache {
  private readonly files: LRUCache<string, CachedFile>;

  constructor(
    private readonly database: Database,
    private readonly blobs: Blobs,
    config: RuntimeConfig,
  ) {
    this.files = new LRUCache({
      maxSize: config.mediaMemoryMib * MIB,
      sizeCalculation: ({ content }) => ENTRY_BYTES + (content?.length ?? 0),
      ttl: FRESH_MS,
      ignoreFetchAbort: true,
      fetchMethod: (key, known) => this.readUnlessKnown(key, known),
    });
  }

  /** Undefined for an address without a picture. @throws DatabaseUnavailable, StorageUnavailable (503) */
  async find(mediaId: string, name: string): Promise<CachedFile | undefined> {
    return this.files.fetch(`${mediaId}/${name}`);
  }

  private async readUnlessKnown(key: string, known: CachedFile | undefined): Promise<CachedFile | undefined> {
    try {
      return await this.read(key, known);
    } catch (error) {
      if (known) return known;
      throw error;
    }
  }

  private async read(key: string, known: CachedFile | undefined): Promise<CachedFile | undefined> {
    const { rows } = await this.database.statement((pool) => pool.query<StoredFile>(FIND_MEDIA_FILE, key.split('/')));
    const [file] = rows;
    if (!file) return undefined;
    if (known?.file.hash === file.hash) return known;
    if (file.bytes > CACHED_BYTES) return { file };
    return { file, content: await this.blobs.readAll(file.tenantId, file.hash, CACHED_BYTES) };
  }
}
