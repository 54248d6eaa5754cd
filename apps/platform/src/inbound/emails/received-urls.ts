import { Injectable } from '@nestjs/common';
import { PlatformConfig } from '../../config.js';

/** Addresses of received messages and their files, for calls with an API key. */
@Injectable()
export class ReceivedUrls {
  private readonly base: string;

  constructor({ callsUrl }: PlatformConfig) {
    this.base = `${callsUrl}/v1/inbound/emails`;
  }

  raw(id: string): string {
    return `${this.base}/${id}/raw`;
  }

  attachment(id: string, index: number): string {
    return `${this.base}/${id}/attachments/${index}`;
  }
}
