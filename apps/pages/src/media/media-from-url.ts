import { Injectable } from '@nestjs/common';
import type { Media } from '#libs/sites/sites';
import type { TenantId } from '#libs/core/persistence';
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
   * Adds the picture at an address. It takes one of the places for files once it is here.
   * @throws Problem ServiceUnavailable where the feature is off, and those of downloads and of {@link MediaService.create}
   */
  async create(tenantId: TenantId, url: string, description: string | null): Promise<Media> {
    this.download.requireOn();
    return this.upload.bring(
      tenantId,
      async (count) => {
        const content = await this.download.fetch(url);
        count(content.length);
        return content;
      },
      (content) => this.media.create(tenantId, content, description),
    );
  }
}
