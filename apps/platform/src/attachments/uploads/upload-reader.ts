import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { type IncomingFile, invalidField, Problem, readUpload } from '#libs/core/http';
import type { TenantId } from '#libs/core/persistence';
import { type BlobInfo, Blobs } from '#libs/core/storage';
import { hasHeaderInjection } from '#libs/mail/email';
import { ATTACHMENTS_MAX_BYTES, FILE_NAME_MAX } from '../attachment-limits.js';
import { mediaTypeOf } from '../media-type.js';
import type { NewUpload } from './attachment-uploads.service.js';

const FIELD = 'File';
const MEDIA_TYPE = /^[\w!#$&^.+-]{1,127}\/[\w!#$&^.+-]{1,127}$/;
const ANY_BYTES = 'application/octet-stream';

/** Files of one account that arrive at a time. */
const AT_ONCE = 8;

/** Receives files that are to be attached: stored as they arrive, never whole in memory. */
@Injectable()
export class UploadReader {
  private readonly arriving = new Map<TenantId, number>();

  constructor(private readonly blobs: Blobs) {}

  /**
   * The file in the multipart field `File`, or the whole body of another type under the name of the query.
   * @throws Problem ValidationError, PayloadTooLarge, Throttling for too many at a time; StorageUnavailable
   */
  async read(request: IncomingMessage, tenantId: TenantId, nameInQuery: string | undefined): Promise<NewUpload> {
    const others = this.arriving.get(tenantId) ?? 0;
    if (others >= AT_ONCE) throw tooMany();
    this.arriving.set(tenantId, others + 1);
    try {
      return await this.receive(request, tenantId, nameInQuery);
    } finally {
      const left = (this.arriving.get(tenantId) ?? 1) - 1;
      if (left === 0) this.arriving.delete(tenantId);
      else this.arriving.set(tenantId, left);
    }
  }

  private async receive(
    request: IncomingMessage,
    tenantId: TenantId,
    nameInQuery: string | undefined,
  ): Promise<NewUpload> {
    const contentType = request.headers['content-type'] ?? '';
    if (/^multipart\/form-data\b/i.test(contentType)) return this.receiveForm(request, tenantId);
    if (/[/+]json\b/i.test(contentType)) throw invalid('must be sent as a form if it is JSON');
    const fileName = requireName(nameInQuery ?? '', 'FileName');
    const stored = await this.store(tenantId, chunksOf(request));
    return { fileName, contentType: mediaType(contentType, fileName), ...stored };
  }

  private async receiveForm(request: IncomingMessage, tenantId: TenantId): Promise<NewUpload> {
    const limits = { maxBytes: ATTACHMENTS_MAX_BYTES, maxFields: 1 };
    const { files, fields } = await readUpload(request, limits, async (file: IncomingFile) => {
      if (file.field !== FIELD) throw missing();
      const fileName = requireName(file.fileName, FIELD);
      const stored = await this.store(tenantId, file.content);
      return { fileName, contentType: mediaType(file.contentType, fileName), ...stored };
    });
    const [unknown] = fields.keys();
    if (unknown !== undefined) throw invalidField('ValidationError', unknown, 'is not a field of this form');
    if (!files[0]) throw missing();
    return files[0];
  }

  private async store(tenantId: TenantId, source: AsyncIterable<Buffer>): Promise<BlobInfo> {
    const { hash, bytes } = await this.blobs.write(tenantId, source, ATTACHMENTS_MAX_BYTES);
    if (bytes === 0) throw invalid('is empty');
    return { hash, bytes };
  }
}

/** A client that goes away leaves half a file, which is none. */
async function* chunksOf(request: IncomingMessage): AsyncGenerator<Buffer> {
  try {
    yield* request as AsyncIterable<Buffer>;
  } catch (cause) {
    throw new Problem('ValidationError', { message: 'The upload was aborted', cause });
  }
}

function requireName(fileName: string, field: string): string {
  if (fileName === '' || fileName.length > FILE_NAME_MAX || hasHeaderInjection(fileName))
    throw invalidField('ValidationError', field, `must have a name of 1 to ${FILE_NAME_MAX} characters on one line`);
  return fileName;
}

/** The type that the client says; browsers and programs that know none say that it is any bytes. */
function mediaType(claimed: string, fileName: string): string {
  const bare = claimed.split(';', 1)[0]?.trim() ?? '';
  return MEDIA_TYPE.test(bare) && bare !== ANY_BYTES ? bare : mediaTypeOf(fileName);
}

const invalid = (message: string): Problem => invalidField('ValidationError', FIELD, message);
const missing = (): Problem => invalid('is missing: send the file as this field of a form, or as the body');
const tooMany = (): Problem =>
  new Problem('Throttling', {
    message: `At most ${AT_ONCE} files of an account arrive at a time`,
    headers: { 'Retry-After': '1' },
  });
