import { Module } from '@nestjs/common';
import { RenderAgainModule } from '../publishing/render-again.module.js';
import { BrandResolver } from './graphql/brand.resolver.js';
import { BrandController } from './brand.controller.js';
import { BrandKitRepository } from './brand-kit.repository.js';
import { BrandService } from './brand.service.js';

@Module({
  imports: [RenderAgainModule],
  controllers: [BrandController],
  providers: [BrandKitRepository, BrandResolver, BrandService],
  exports: [BrandKitRepository],
})
export class BrandModule {}
