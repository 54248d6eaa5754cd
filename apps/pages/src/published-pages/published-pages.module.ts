import { Module } from '@nestjs/common';
import { PublishedPageRepository } from './published-page.repository.js';
import { PublishedVariantRepository } from './published-variant.repository.js';
import { RenderAgain } from './render-again.js';
import { ReplacedVersions } from './replaced-versions.js';

/** The pages that visitors get, and the jobs that render them again when a feature changes what their bytes contain. */
@Module({
  providers: [PublishedPageRepository, PublishedVariantRepository, RenderAgain, ReplacedVersions],
  exports: [PublishedPageRepository, PublishedVariantRepository, RenderAgain],
})
export class PublishedPagesModule {}
