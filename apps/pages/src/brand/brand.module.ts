import { Module } from '@nestjs/common';
import { PublishedPagesModule } from '../published-pages/published-pages.module.js';
import { BrandResolver } from './graphql/brand.resolver.js';
import { BrandController } from './brand.controller.js';
import { BrandKitRepository } from './brand-kit.repository.js';
import { BrandService } from './brand.service.js';

@Module({
  imports: [PublishedPagesModule],
  controllers: [BrandController],
  providers: [BrandKitRepository, BrandResolver, BrandService],
  exports: [BrandKitRepository],
})
export class BrandModule {}
