import { Module } from '@nestjs/common';
import { PublishedPagesModule } from '../published-pages/published-pages.module.js';
import { ConsentRetention } from './consent-retention.js';
import { SiteTagsResolver } from './graphql/site-tags.resolver.js';
import { SiteTagsController } from './site-tags.controller.js';
import { SiteTagsRepository } from './site-tags.repository.js';
import { SiteTagsService } from './site-tags.service.js';

@Module({
  imports: [PublishedPagesModule],
  controllers: [SiteTagsController],
  providers: [ConsentRetention, SiteTagsRepository, SiteTagsResolver, SiteTagsService],
  exports: [SiteTagsRepository],
})
export class SiteTagsModule {}
