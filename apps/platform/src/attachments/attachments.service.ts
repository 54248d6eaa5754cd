import { Injectable } from '@nestjs/common';
import pLimit from 'p-limit';
import type { OutgoingAttachment } from '#libs/email';
import type { TenantId } from '#libs/persistence';
import { Blobs } from '#libs/storage';
import type { Submission } from '../sending/submission.js';
import { isInline, type BlobAttachment, type StoredAttachment } from './attachment.js';

/** More than a request may have in all (bytes). */
const MAX_BYTES = 16_777_216;
const WRITES_AT_ONCE = 8;

/** Reads the attachments of one tenant's messages; each blob once, however many messages have it. */
export type AttachmentReader = (attachments: readonly StoredAttachment[]) => Promise<OutgoingAttachment[]>;

/** Keeps the content of attachments as blobs; messages hold the hash. */
@Injectable()
export class Attachments {
  constructor(private readonly blobs: Blobs) {}

  /**
   * Stores what the submissions have attached, durably, and returns them with hashes in place of content.
   * @throws StorageUnavailable (503), DatabaseUnavailable (503)
   */
  async store(submissions: readonly Submission[]): Promise<Submission[]> {
    const limit = pLimit(WRITES_AT_ONCE);
    return Promise.all(
      submissions.map(async (submission) => {
        const { content, tenantId } = submission;
        if (!content.attachments) return submission;
        const attachments = content.attachments.map((one) => limit(() => this.toBlob(tenantId, one)));
        return { ...submission, content: { ...content, attachments: await Promise.all(attachments) } };
      }),
    );
  }

  /** The reader throws BlobNotFound and StorageUnavailable. */
  readerFor(tenantId: TenantId): AttachmentReader {
    const contents = new Map<string, Promise<Buffer>>();
    const contentOf = (attachment: StoredAttachment): Promise<Buffer> => {
      if (isInline(attachment)) return Promise.resolve(Buffer.from(attachment.data, 'base64'));
      const known = contents.get(attachment.hash);
      if (known) return known;
      const content = this.blobs.readAll(tenantId, attachment.hash, MAX_BYTES);
      contents.set(attachment.hash, content);
      return content;
    };
    return (attachments) =>
      Promise.all(
        attachments.map(async (attachment) => {
          const { fileName, contentType, contentId } = attachment;
          return { fileName, contentType, ...(contentId ? { contentId } : {}), content: await contentOf(attachment) };
        }),
      );
  }

  private async toBlob(tenantId: TenantId, attachment: StoredAttachment): Promise<BlobAttachment> {
    if (!isInline(attachment)) return attachment;
    const { data, ...head } = attachment;
    return { ...head, ...(await this.blobs.write(tenantId, [Buffer.from(data, 'base64')], MAX_BYTES)) };
  }
}
