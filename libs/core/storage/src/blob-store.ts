import type { Readable } from 'node:stream';

export interface BlobInfo {
  /** SHA-256 of the content, 64 hexadecimal digits. */
  hash: string;
  bytes: number;
}

/** Positions of bytes; both ends belong to it. */
export interface ByteRange {
  start: number;
  end: number;
}

export type BlobSource = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** Content that was read to its end and has no key yet. */
export interface StagedBlob extends BlobInfo {
  /** Stores the content under the key; durable when it resolves. @throws StorageUnavailable */
  keep(key: string): Promise<void>;
  /** Deletes what was staged; without effect after `keep`. */
  discard(): Promise<void>;
}

/**
 * Store of blobs. Concurrent writers of one key store the same bytes, because a key ends in the hash of its content.
 */
export interface BlobStore {
  /** Reads the source to its end. @throws BlobTooLarge, StorageUnavailable, and what the source throws */
  stage(source: BlobSource, maxBytes: number): Promise<StagedBlob>;
  /** @throws BlobNotFound, StorageUnavailable */
  read(key: string, range?: ByteRange): Promise<Readable>;
  /** Deletes a blob; without effect if there is none. @throws StorageUnavailable */
  delete(key: string): Promise<void>;
  /** Deletes staged content that a killed process left behind more than a day ago. */
  deleteAbandoned(): Promise<void>;
  close(): void;
}
