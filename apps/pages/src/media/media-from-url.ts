import { Injectable } from '@nestjs/common';
import type { Media } from '#libs/media';
import type { TenantId } from '#libs/persistence';
import { MediaDownload } from './media-download.js';
import { MediaService } from './media.service.js';
import { MediaUpload } from './media-upload.js';

/** Brings pictures from addresses that users name. */
@Injectable()
export class MediaFromUrl {
  constructor(
    private readonly media: MediaService,
    private readonly download: MediaDownload,
    private readonly upload: MediaUpload,
  ) {}

  /**
   * Adds the picture at an address. It takes one of the places for files in memory.
   * @throws Problem ServiceUnavailable where the feature is off, and those of downloads and of {@link MediaService.create}
   */
  async create(tenantId: TenantId, url: string, description: string | null): Promise<Media> {
    this.download.requireOn();
    return this.upload.holding(async () => {
      const content = await this.download.fetch(url);
      return this.media.create(tenantId, content, description);
    });
  }
}
