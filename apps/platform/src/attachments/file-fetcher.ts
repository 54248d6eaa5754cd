import { Injectable } from '@nestjs/common';
import { Problem } from '#libs/core/http';
import { DownloadFailed, downloadTo, GuardedDialer } from '#libs/core/outbound';
import type { TenantId } from '#libs/core/persistence';
import { type BlobInfo, Blobs } from '#libs/core/storage';
import { ATTACHMENTS_MAX_BYTES } from './attachment-limits.js';
import { PlatformConfig } from '../config.js';

/** Files of one account that are fetched at a time. */
const AT_ONCE = 8;

/** Bounds of the files of one call. */
export interface FetchBounds {
  /** Bytes that may still come. */
  room: { bytes: number };
  /** When the last byte has to be there. */
  deadline: number;
}

/** Fetches files that calls name by their address, in the open internet alone, into the storage of the tenant. */
@Injectable()
export class FileFetcher {
  private readonly dialer: GuardedDialer;
  private readonly underway = new Map<TenantId, number>();

  constructor(
    { outboundAllow, dnsServer }: PlatformConfig,
    private readonly blobs: Blobs,
  ) {
    this.dialer = new GuardedDialer({ allow: outboundAllow, dnsServer });
  }

  /**
   * Stores a file as it arrives, never whole in memory.
   * @param field that named it, for Problems
   * @throws Problem ValidationError, PayloadTooLarge, Throttling for too many at a time; StorageUnavailable
   */
  async fetch(tenantId: TenantId, url: string, field: string, { room, deadline }: FetchBounds): Promise<BlobInfo> {
    const others = this.underway.get(tenantId) ?? 0;
    if (others >= AT_ONCE) throw tooMany(field);
    this.underway.set(tenantId, others + 1);
    try {
      const maxBytes = Math.min(room.bytes, ATTACHMENTS_MAX_BYTES);
      const options = {
        dial: this.dialer.connect,
        maxBytes,
        timeoutMs: Math.max(1, deadline - Date.now()),
        accept: '*/*',
        userAgent: 'Service-Attachments/1.0',
      };
      return await downloadTo(url, options, ({ chunks }) => this.blobs.write(tenantId, taking(room, chunks), maxBytes));
    } catch (error) {
      throw error instanceof DownloadFailed ? problemOf(error, field) : error;
    } finally {
      const left = (this.underway.get(tenantId) ?? 1) - 1;
      if (left === 0) this.underway.delete(tenantId);
      else this.underway.set(tenantId, left);
    }
  }
}

/** Counts what arrives: files that arrive at the same time share the room. */
async function* taking(room: { bytes: number }, chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    room.bytes -= chunk.length;
    if (room.bytes < 0) throw new DownloadFailed('too-large', 'The files are too large together');
    yield chunk;
  }
}

function problemOf({ kind, message, cause }: DownloadFailed, Field: string): Problem {
  const code = kind === 'too-large' ? 'PayloadTooLarge' : 'ValidationError';
  return new Problem(code, { message: `${Field}: ${message}`, details: [{ Field, Message: `: ${message}` }], cause });
}

const tooMany = (field: string): Problem =>
  new Problem('Throttling', {
    message: `${field}: at most ${AT_ONCE} files of an account are fetched at a time`,
    headers: { 'Retry-After': '1' },
  });
