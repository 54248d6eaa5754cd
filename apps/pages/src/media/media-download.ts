import { Injectable } from '@nestjs/common';
import { Problem, refusal } from '#libs/core/http';
import { DownloadFailed, downloadFile, GuardedDialer, type DownloadFailure } from '#libs/core/outbound';
import { PagesConfig } from '../config.js';
import { MEDIA_MAX_BYTES, mediaTooLarge } from './media-upload.js';

const TIMEOUT_MS = 15_000;
const ACCEPT = 'image/avif, image/webp, image/png, image/jpeg, image/gif, image/svg+xml';

const TEXTS: Record<Exclude<DownloadFailure, 'too-large'>, string> = {
  refused: 'Este endereço não é permitido.',
  status: 'O servidor não respondeu com um arquivo.',
  unreachable: 'O servidor não entregou o arquivo.',
};

/** Fetches files from addresses that users name. */
@Injectable()
export class MediaDownload {
  private readonly dialer: GuardedDialer;

  constructor(private readonly config: PagesConfig) {
    this.dialer = new GuardedDialer({ allow: config.outboundAllow, dnsServer: config.dnsServer });
  }

  /** @throws Problem ServiceUnavailable where the feature is off */
  requireOn(): void {
    if (!this.config.mediaFromUrl)
      throw refusal('ServiceUnavailable', { erro: 'A importação por URL está desligada neste ambiente.' });
  }

  /** @throws Problem Unprocessable for an address without a file, PayloadTooLarge, ProviderError */
  async fetch(url: string): Promise<Buffer> {
    try {
      return await downloadFile(url, {
        dial: this.dialer.connect,
        maxBytes: MEDIA_MAX_BYTES,
        timeoutMs: TIMEOUT_MS,
        accept: ACCEPT,
      });
    } catch (error) {
      throw error instanceof DownloadFailed ? problemOf(error) : error;
    }
  }
}

function problemOf(failure: DownloadFailed): Problem {
  if (failure.kind === 'too-large') return mediaTooLarge();
  const code = failure.kind === 'unreachable' ? 'ProviderError' : 'Unprocessable';
  return new Problem(code, { message: TEXTS[failure.kind], extra: { campo: 'url' }, cause: failure });
}
