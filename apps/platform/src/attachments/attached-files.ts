import { Injectable } from '@nestjs/common';
import pLimit from 'p-limit';
import { invalidField } from '#libs/core/http';
import type { TenantId } from '#libs/core/persistence';
import type { BlobInfo } from '#libs/core/storage';
import { ATTACHMENTS_MAX_BYTES } from './attachment-limits.js';
import { FileFetcher } from './file-fetcher.js';
import type { AttachmentUpload } from './uploads/attachment-upload.entity.js';
import { AttachmentUploads } from './uploads/attachment-uploads.service.js';

/** Time for all files of a call to arrive. */
const FETCH_MS = 20_000;
const FETCHED_AT_ONCE = 4;
/** Bytes of all files that a call names by their addresses: a batch may have many e-mails. */
const CALL_MAX_BYTES = 4 * ATTACHMENTS_MAX_BYTES;

/** Attachment that may name a file that is not in the request. */
export interface NamedFile {
  UploadId?: string;
  Url?: string;
}

/** A file that a request names: stored for the tenant, with what its upload says of it. */
export type AttachedFile = BlobInfo & Partial<Pick<AttachmentUpload, 'fileName' | 'contentType'>>;

/** Files that the attachments of one call name, or why there is none. */
export type AttachedFiles = ReadonlyMap<NamedFile, AttachedFile | { problem: unknown }>;

/** Finds the files that attachments name by an upload or an address. */
@Injectable()
export class FilesOfCalls {
  constructor(
    private readonly uploads: AttachmentUploads,
    private readonly fetcher: FileFetcher,
  ) {}

  /** Reads the uploads in one statement, and fetches each address once, whatever number of e-mails names it. */
  async find(tenantId: TenantId, requests: readonly { Attachments?: readonly NamedFile[] }[]): Promise<AttachedFiles> {
    const named = requests.flatMap(({ Attachments = [] }) =>
      Attachments.flatMap((attachment, index) =>
        attachment.UploadId === undefined && attachment.Url === undefined ? [] : [{ attachment, index }],
      ),
    );
    if (named.length === 0) return new Map();
    const uploads = await this.uploads.listUsable(
      tenantId,
      named.flatMap(({ attachment: { UploadId } }) => UploadId ?? []),
    );
    const fetch = this.fetching(tenantId);
    const files = await Promise.all(
      named.map(async ({ attachment, index }): Promise<AttachedFile | { problem: unknown }> => {
        try {
          const { UploadId, Url } = attachment;
          if (Url !== undefined && UploadId === undefined) return await fetch(Url, `Attachments[${index}].Url`);
          return uploads.get(UploadId ?? '') ?? { problem: unknownUpload(index) };
        } catch (problem) {
          return { problem };
        }
      }),
    );
    return new Map(named.map(({ attachment }, n) => [attachment, files[n]!]));
  }

  private fetching(tenantId: TenantId): (url: string, field: string) => Promise<BlobInfo> {
    const limit = pLimit(FETCHED_AT_ONCE);
    const bounds = { room: { bytes: CALL_MAX_BYTES }, deadline: Date.now() + FETCH_MS };
    const fetched = new Map<string, Promise<BlobInfo>>();
    return (url, field) => {
      const known = fetched.get(url);
      if (known) return known;
      const file = limit(() => this.fetcher.fetch(tenantId, url, field, bounds));
      fetched.set(url, file);
      return file;
    };
  }
}

const unknownUpload = (index: number): unknown =>
  invalidField(
    'InvalidParameter',
    `Attachments[${index}].UploadId`,
    'does not exist, or is over: uploads are kept for a day',
  );
