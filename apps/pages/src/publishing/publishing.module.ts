import { Module } from '@nestjs/common';
import { BrandModule } from '../brand/brand.module.js';
import { MediaModule } from '../media/media.module.js';
import { PagesFeatureModule } from '../pages/pages.module.js';
import { PublishedPagesModule } from '../published-pages/published-pages.module.js';
import { PublishingResolver } from './graphql/publishing.resolver.js';
import { DeadLinks } from './dead-links.js';
import { PageContextLoader } from './page-context.loader.js';
import { PageRendering } from './page-rendering.js';
import { PublishingController } from './publishing.controller.js';
import { PublishingService } from './publishing.service.js';
import { RenderingProcessor } from './rendering.processor.js';
import { SiteTagsModule } from '../site-tags/site-tags.module.js';
import { VariantPublishing } from './variant-publishing.js';

@Module({
  imports: [BrandModule, MediaModule, PagesFeatureModule, PublishedPagesModule, SiteTagsModule],
  controllers: [PublishingController],
  providers: [
    DeadLinks,
    PageContextLoader,
    PageRendering,
    PublishingResolver,
    PublishingService,
    RenderingProcessor,
    VariantPublishing,
  ],
  exports: [PageContextLoader, PublishingService, VariantPublishing],
})
export class PublishingModule {}
