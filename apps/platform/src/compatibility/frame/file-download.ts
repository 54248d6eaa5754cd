import { Injectable } from '@nestjs/common';
import { Problem } from '#libs/core/http';
import { DownloadFailed, downloadFile, GuardedDialer } from '#libs/core/outbound';
import { PlatformConfig } from '../../config.js';

/** Bytes of all files of a call: what a body of 2 MiB has room for in base64. */
export const MAX_DOWNLOADED_BYTES = 1_572_864;
const TIMEOUT_MS = 15_000;

/** Reads attachments that a call names by their address. */
@Injectable()
export class FileDownload {
  private readonly dialer: GuardedDialer;

  constructor({ outboundAllow, dnsServer }: PlatformConfig) {
    this.dialer = new GuardedDialer({ allow: outboundAllow, dnsServer });
  }

  /**
   * Reads a file, of an address in the open internet alone, in base64.
   * @throws Problem ValidationError that names the field, PayloadTooLarge
   */
  async fetch(url: string, field: string, room: { bytes: number }): Promise<string> {
    try {
      const file = await downloadFile(url, {
        dial: this.dialer.connect,
        maxBytes: room.bytes,
        timeoutMs: TIMEOUT_MS,
        accept: '*/*',
        userAgent: 'Service-Attachments/1.0',
      });
      room.bytes -= file.length;
      return file.toString('base64');
    } catch (error) {
      throw error instanceof DownloadFailed ? problemOf(error, field) : error;
    }
  }
}

function problemOf(failure: DownloadFailed, Field: string): Problem {
  const { kind, message, cause } = failure;
  const code = kind === 'too-large' ? 'PayloadTooLarge' : 'ValidationError';
  return new Problem(code, { message: `${Field}: ${message}`, details: [{ Field, Message: `: ${message}` }], cause });
}
