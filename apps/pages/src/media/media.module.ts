import { Module } from '@nestjs/common';
import { PagesFeatureModule } from '../pages/pages.module.js';
import { PublishedPagesModule } from '../published-pages/published-pages.module.js';
import { AvifProcessor } from './avif.processor.js';
import { MediaResolver } from './graphql/media.resolver.js';
import { MediaController } from './media.controller.js';
import { MediaDownload } from './media-download.js';
import { MediaFromUrl } from './media-from-url.js';
import { MediaFiles } from './media-files.js';
import { MediaRepository } from './media.repository.js';
import { MediaService } from './media.service.js';
import { MediaUses } from './media-uses.js';
import { MediaUpload } from './media-upload.js';
import { PageMediaController } from './page-media.controller.js';
import { PictureEncoder } from './picture-encoder.js';

/** The pictures of pages. */
@Module({
  imports: [PagesFeatureModule, PublishedPagesModule],
  controllers: [MediaController, PageMediaController],
  providers: [
    AvifProcessor,
    MediaDownload,
    MediaFiles,
    MediaFromUrl,
    MediaRepository,
    MediaResolver,
    MediaService,
    MediaUpload,
    MediaUses,
    PictureEncoder,
  ],
  exports: [MediaRepository, MediaService],
})
export class MediaModule {}
