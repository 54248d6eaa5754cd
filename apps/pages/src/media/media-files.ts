import { refusal } from '#libs/core/http';
import { Injectable } from '@nestjs/common';
import { type MediaFile, mediaFileName } from '#libs/sites/sites';
import type { TenantId } from '#libs/core/persistence';
import { Blobs } from '#libs/core/storage';
import type { NewFile } from './media.repository.js';
import type { EncodedFile } from './picture-encoder.js';

/** Largest file that is stored; a picture that was encoded anew as PNG may have more bytes than its upload. */
const MAX_BYTES = 32 * 1024 * 1024;

/** The contents of pictures, as blobs. */
@Injectable()
export class MediaFiles {
  constructor(private readonly blobs: Blobs) {}

  /**
   * Stores files durably; the caller inserts the rows that refer to them.
   * @throws Problem Unprocessable for a file that is too large, StorageUnavailable (503)
   */
  async store(tenantId: TenantId, files: readonly EncodedFile[]): Promise<NewFile[]> {
    if (files.some(({ content }) => content.length > MAX_BYTES))
      throw refusal('Unprocessable', { erro: `A imagem recodificada teria mais de ${MAX_BYTES} bytes.` });
    const stored: NewFile[] = [];
    for (const { label, type, extension, width, height, content } of files) {
      const { hash, bytes } = await this.blobs.write(tenantId, [content], MAX_BYTES);
      stored.push({ name: mediaFileName(label, hash, extension), type, width, height, bytes, hash });
    }
    return stored;
  }

  /** @throws BlobNotFound, StorageUnavailable (503) */
  async read({ tenantId, hash }: MediaFile): Promise<Buffer> {
    return this.blobs.readAll(tenantId, hash, MAX_BYTES);
  }
}
