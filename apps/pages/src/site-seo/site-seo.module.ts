import { Module } from '@nestjs/common';
import { PublishedPagesModule } from '../published-pages/published-pages.module.js';
import { SiteSeoResolver } from './graphql/site-seo.resolver.js';
import { SiteSeoController } from './site-seo.controller.js';
import { SiteSeoRepository } from './site-seo.repository.js';
import { SiteSeoService } from './site-seo.service.js';

@Module({
  imports: [PublishedPagesModule],
  controllers: [SiteSeoController],
  providers: [SiteSeoRepository, SiteSeoResolver, SiteSeoService],
  exports: [SiteSeoRepository],
})
export class SiteSeoModule {}
