import { Module } from '@nestjs/common';
import { DomainsModule } from '../domains/domains.module.js';
import { DraftsModule } from '../drafts/drafts.module.js';
import { PagesFeatureModule } from '../pages/pages.module.js';
import { PublishingModule } from '../publishing/publishing.module.js';
import { PagePreviews } from './page-previews.js';
import { PreviewsController } from './previews.controller.js';
import { PreviewsResolver } from './previews.resolver.js';

/** Drafts as their authors see them before they are published. */
@Module({
  imports: [DomainsModule, DraftsModule, PagesFeatureModule, PublishingModule],
  controllers: [PreviewsController],
  providers: [PagePreviews, PreviewsResolver],
})
export class PreviewsModule {}
