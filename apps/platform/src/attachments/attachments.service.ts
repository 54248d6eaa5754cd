import { Injectable } from '@nestjs/common';
import pLimit from 'p-limit';
import type { OutgoingAttachment } from '#libs/mail/email';
import { logger } from '#libs/core/observability';
import type { TenantId } from '#libs/core/persistence';
import { Blobs, BYTES_IN_ROW } from '#libs/core/storage';
import { ATTACHMENTS_MAX_BYTES } from './attachment-limits.js';
import { isBlob, isInline, isLarge, type StoredAttachment } from './attachment.js';
import { isStored, RAW_MAX_BYTES, type RawContent, type StoredRaw } from './raw-content.js';

const MAX_BYTES = ATTACHMENTS_MAX_BYTES;
const WRITES_AT_ONCE = 8;
/** Contents that a chunk of messages takes into memory beforehand: those of eight chunks fit into what a process remembers. */
const PRELOADED_BYTES = 1_048_576;

/** A message that may have attachments, or be one that its sender wrote. */
interface Attached {
  tenantId: TenantId;
  content: { attachments: StoredAttachment[] | null; raw?: RawContent | null };
}

/**
 * Reads the attachments of one tenant's messages. The blobs of small messages are read once, however many messages have them; those of
 * large ones are not kept in memory.
 */
export type AttachmentReader = (attachments: readonly StoredAttachment[]) => Promise<OutgoingAttachment[]>;

/** Stores the content of attachments as blobs; messages have the hash. */
@Injectable()
export class Attachments {
  constructor(private readonly blobs: Blobs) {}

  /**
   * Stores attachments and raw content durably, and returns what has them with hashes in place of their content.
   * @throws StorageUnavailable (503), DatabaseUnavailable (503)
   */
  async store<T extends Attached>(one: T, limit = pLimit(WRITES_AT_ONCE)): Promise<T> {
    const { content, tenantId } = one;
    if (!content.attachments && !content.raw) return one;
    const writing = content.attachments?.map((attachment) => limit(() => this.toBlob(tenantId, attachment)));
    const attachments = writing ? await Promise.all(writing) : null;
    const raw = content.raw && (await limit(() => this.storeRaw(tenantId, content.raw!)));
    return { ...one, content: { ...content, attachments, raw } };
  }

  /** {@link store} for each, with a bounded number of writes at once for all of them. */
  async storeAll<T extends Attached>(all: readonly T[]): Promise<T[]> {
    const limit = pLimit(WRITES_AT_ONCE);
    return Promise.all(all.map((one) => this.store(one, limit)));
  }

  /** The reader throws BlobNotFound and StorageUnavailable. */
  readerFor(tenantId: TenantId): AttachmentReader {
    const contents = new Map<string, Promise<Buffer>>();
    const contentOf = (attachment: StoredAttachment, keeps: boolean): Promise<Buffer> => {
      if (isInline(attachment)) return Promise.resolve(Buffer.from(attachment.data, 'base64'));
      if (!isBlob(attachment)) return Promise.reject(new Error('A part of a raw message has no content of its own'));
      const known = contents.get(attachment.hash);
      if (known) return known;
      const content = this.blobs.readAll(tenantId, attachment.hash, MAX_BYTES);
      if (keeps) contents.set(attachment.hash, content);
      return content;
    };
    return (attachments) => {
      const keeps = !isLarge(attachments);
      return Promise.all(
        attachments.map(async (attachment) => {
          const { fileName, contentType, contentId } = attachment;
          return {
            fileName,
            contentType,
            ...(contentId ? { contentId } : {}),
            content: await contentOf(attachment, keeps),
          };
        }),
      );
    };
  }

  /**
   * Takes small contents of messages that are about to be sent into memory, by one statement for all. It spares look-ups and nothing else:
   * what is not there then is read when its message is made, and fails that alone.
   */
  async preload(tenantId: TenantId, contents: readonly Attached['content'][]): Promise<void> {
    const hashes = hashesOfSmall(contents, PRELOADED_BYTES);
    if (hashes.length === 0) return;
    try {
      await this.blobs.preload(tenantId, hashes);
    } catch (error) {
      logger.warn('Small contents of e-mails were not read together; each is read by itself', { error });
    }
  }

  /** @throws BlobNotFound, StorageUnavailable (503), DatabaseUnavailable (503) */
  async readRaw(tenantId: TenantId, { hash }: StoredRaw): Promise<Buffer> {
    return this.blobs.readAll(tenantId, hash, RAW_MAX_BYTES);
  }

  /** @throws BlobTooLarge (413), StorageUnavailable (503), DatabaseUnavailable (503) and what the source throws */
  async writeRaw(tenantId: TenantId, source: Iterable<Buffer> | AsyncIterable<Buffer>): Promise<StoredRaw> {
    return this.blobs.write(tenantId, source, RAW_MAX_BYTES);
  }

  private async storeRaw(tenantId: TenantId, raw: RawContent): Promise<StoredRaw> {
    return isStored(raw) ? raw : this.writeRaw(tenantId, [raw.content]);
  }

  private async toBlob(tenantId: TenantId, attachment: StoredAttachment): Promise<StoredAttachment> {
    if (!isInline(attachment)) return attachment;
    const { data, ...head } = attachment;
    return { ...head, ...(await this.blobs.write(tenantId, [Buffer.from(data, 'base64')], MAX_BYTES)) };
  }
}

/** The contents that lie in rows, the first of them up to so many bytes together. */
function hashesOfSmall(contents: readonly Attached['content'][], mostBytes: number): string[] {
  const hashes: string[] = [];
  let left = mostBytes;
  for (const { attachments, raw } of contents) {
    const blobs = [...(attachments ?? []).filter(isBlob), ...(raw && isStored(raw) ? [raw] : [])];
    for (const { hash, bytes } of blobs) {
      if (bytes > BYTES_IN_ROW || bytes > left) continue;
      left -= bytes;
      hashes.push(hash);
    }
  }
  return hashes;
}
