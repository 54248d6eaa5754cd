import { createReadStream } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import {
  CreateBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  type ListObjectsV2CommandOutput,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import type { BlobSource, BlobStore, ByteRange, StagedBlob } from './blob-store.js';
import { BlobNotFound, StorageUnavailable } from './errors.js';
import { deleteAbandonedFiles, fromDisk, spool, type SpooledFile } from './spool.js';

/** Up to this size (bytes) a body is sent from memory, so that a failed attempt can be repeated. */
const IN_MEMORY = 8_388_608;
const CONNECT_TIMEOUT_MS = 5_000;
const REQUEST_TIMEOUT_MS = 60_000;

/**
 * Blobs as objects of a bucket, by path-style requests, as S3 and what speaks like it take them. The size and hash of an
 * object are sent before it, so content is spooled to a local file first.
 */
export class S3BlobStore implements BlobStore {
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #prefix: string;
  readonly #spoolDir = join(tmpdir(), 'blobs-incoming');

  /**
   * @param url `https://<access key>:<secret key>@<host>/<bucket>[/<prefix>][?region=<region>]`; the region is us-east-1
   * unless named
   * @throws TypeError if it names no bucket
   */
  constructor(url: string) {
    const { origin, username, password, pathname, searchParams } = new URL(url);
    const [bucket, ...prefix] = pathname.split('/').filter(Boolean);
    if (!bucket) throw new TypeError('The URL of S3 names no bucket');
    this.#bucket = bucket;
    this.#prefix = prefix.map((part) => `${part}/`).join('');
    this.#client = new S3Client({
      endpoint: origin,
      region: searchParams.get('region') ?? 'us-east-1',
      forcePathStyle: true,
      credentials: { accessKeyId: decodeURIComponent(username), secretAccessKey: decodeURIComponent(password) },
      // Servers that speak like S3 do not all know the newer checksums; the SHA-256 of the content is always sent.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: { connectionTimeout: CONNECT_TIMEOUT_MS, requestTimeout: REQUEST_TIMEOUT_MS },
    });
  }

  async stage(source: BlobSource, maxBytes: number): Promise<StagedBlob> {
    const file = await spool(source, this.#spoolDir, maxBytes);
    const discard = () => rm(file.path, { force: true });
    return {
      hash: file.hash,
      bytes: file.bytes,
      discard,
      keep: async (key) => {
        await this.#put(key, file);
        await discard();
      },
    };
  }

  async read(key: string, range?: ByteRange): Promise<Readable> {
    const Range = range && `bytes=${range.start}-${range.end}`;
    const { Body } = await attempt(() => this.#client.send(new GetObjectCommand({ ...this.#locationOf(key), Range })));
    return Body as Readable;
  }

  async delete(key: string): Promise<void> {
    await attempt(() => this.#client.send(new DeleteObjectCommand(this.#locationOf(key))));
  }

  /** The keys of all blobs, in their order; none without a bucket. @throws StorageUnavailable */
  async *list(): AsyncGenerator<string> {
    for (let token: string | undefined, isFirst = true; isFirst || token; isFirst = false) {
      const page = await this.#listPage(token);
      for (const { Key = '' } of page?.Contents ?? []) yield Key.slice(this.#prefix.length);
      token = page?.NextContinuationToken;
    }
  }

  async deleteAbandoned(): Promise<void> {
    await deleteAbandonedFiles(this.#spoolDir);
  }

  close(): void {
    this.#client.destroy();
  }

  async #listPage(ContinuationToken: string | undefined): Promise<ListObjectsV2CommandOutput | undefined> {
    const place = { Bucket: this.#bucket, Prefix: this.#prefix };
    try {
      return await this.#client.send(new ListObjectsV2Command({ ...place, ContinuationToken }));
    } catch (error) {
      if (error instanceof S3ServiceException && error.name === 'NoSuchBucket') return undefined;
      throw new StorageUnavailable(error);
    }
  }

  async #put(key: string, file: SpooledFile): Promise<void> {
    try {
      await this.#send(key, file);
    } catch (error) {
      if (!(error instanceof S3ServiceException) || error.name !== 'NoSuchBucket') throw new StorageUnavailable(error);
      await attempt(() => this.#createBucket());
      await attempt(() => this.#send(key, file));
    }
  }

  async #send(key: string, { path, bytes, hash }: SpooledFile): Promise<void> {
    const Body = bytes <= IN_MEMORY ? await fromDisk(() => readFile(path)) : createReadStream(path);
    const ChecksumSHA256 = Buffer.from(hash, 'hex').toString('base64');
    await this.#client.send(
      new PutObjectCommand({ ...this.#locationOf(key), Body, ContentLength: bytes, ChecksumSHA256 }),
    );
  }

  /** Several processes may find the bucket absent at once; one creates it. */
  async #createBucket(): Promise<void> {
    try {
      await this.#client.send(new CreateBucketCommand({ Bucket: this.#bucket }));
    } catch (error) {
      if (!(error instanceof S3ServiceException) || !/^Bucket(?:Already|OwnedBy)/.test(error.name)) throw error;
    }
  }

  #locationOf(key: string): { Bucket: string; Key: string } {
    return { Bucket: this.#bucket, Key: `${this.#prefix}${key}` };
  }
}

async function attempt<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof S3ServiceException && error.name === 'NoSuchKey')
      throw new BlobNotFound('There is no such blob');
    throw new StorageUnavailable(error);
  }
}
