import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { invalidField, isUuid, readUpload } from '#libs/core/http';
import type { TenantId } from '#libs/core/persistence';
import { Blobs } from '#libs/core/storage';
import { InvalidZip } from '#libs/core/zip';
import { formatOf, hasMessageFiles, openZip } from './archive/archive.js';
import { type ArchiveFormat, IMPORT_MAX_BYTES } from './import-values.js';

const SNIFFED = 4_096;

/** A stored file that holds messages. */
export interface UploadedArchive {
  format: ArchiveFormat;
  hash: string;
  bytes: number;
  folderId: string | null;
}

/** Receives files with messages: stored as they arrive, never whole in memory. */
@Injectable()
export class ImportUpload {
  constructor(private readonly blobs: Blobs) {}

  /**
   * The file in the multipart field `arquivo`, or the whole body of another type.
   * @throws Problem ValidationError, PayloadTooLarge; StorageUnavailable
   */
  async receive(request: IncomingMessage, tenantId: TenantId, folderInQuery?: string): Promise<UploadedArchive> {
    const isForm = /^multipart\/form-data\b/i.test(request.headers['content-type'] ?? '');
    const { stored, folderId } = isForm
      ? await this.receiveForm(request, tenantId)
      : { stored: await this.store(tenantId, request), folderId: undefined };
    const folder = folderId || folderInQuery || null;
    if (folder !== null && !isUuid(folder))
      throw invalidField('ValidationError', 'folder_id', 'must be the id of a folder');
    if (!stored || stored.bytes === 0) throw missing();
    const format = formatOf(stored.beginning);
    if (!format) throw invalid('must be an mbox file, a message (.eml), or a ZIP file of them');
    if (format === 'zip') await this.checkZip(tenantId, stored);
    return { format, hash: stored.hash, bytes: stored.bytes, folderId: folder };
  }

  private async receiveForm(request: IncomingMessage, tenantId: TenantId) {
    const limits = { maxBytes: IMPORT_MAX_BYTES, maxFields: 1 };
    const { files, fields } = await readUpload(request, limits, async ({ field, content }) => {
      if (field !== 'arquivo') throw missing();
      return this.store(tenantId, content);
    });
    const unknown = [...fields.keys()].find((name) => name !== 'folder_id');
    if (unknown !== undefined) throw invalidField('ValidationError', unknown, 'is unknown');
    return { stored: files[0], folderId: fields.get('folder_id') };
  }

  private async store(tenantId: TenantId, source: AsyncIterable<Buffer>) {
    const seen: Buffer[] = [];
    let length = 0;
    async function* sniffing(): AsyncGenerator<Buffer> {
      for await (const chunk of source) {
        if (length < SNIFFED) seen.push(Buffer.from(chunk.subarray(0, SNIFFED)));
        length += chunk.length;
        yield chunk;
      }
    }
    const { hash, bytes } = await this.blobs.write(tenantId, sniffing(), IMPORT_MAX_BYTES);
    return { hash, bytes, beginning: Buffer.concat(seen).subarray(0, SNIFFED) };
  }

  private async checkZip(tenantId: TenantId, { hash, bytes }: { hash: string; bytes: number }): Promise<void> {
    const { blobs } = this;
    async function* read(range?: { start: number; end: number }): AsyncGenerator<Buffer> {
      yield* (await blobs.read(tenantId, hash, range)) as AsyncIterable<Buffer>;
    }
    try {
      if (hasMessageFiles(await openZip({ bytes, read }))) return;
    } catch (error) {
      if (!(error instanceof InvalidZip)) throw error;
      throw invalid(error.fault === 'too large' ? 'is far larger when it is unpacked' : 'is a damaged ZIP file');
    }
    throw invalid('is a ZIP file without messages');
  }
}

const invalid = (message: string) => invalidField('ValidationError', 'arquivo', message);
const missing = () => invalid('is missing: send the file as this field, or as the body');
