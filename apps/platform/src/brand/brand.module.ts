import { Module } from '@nestjs/common';
import { BrandController } from './brand.controller.js';
import { BrandRepository } from './brand.repository.js';
import { BrandService } from './brand.service.js';
import { BrandResolver } from './graphql/brand.resolver.js';

@Module({
  controllers: [BrandController],
  providers: [BrandRepository, BrandResolver, BrandService],
  exports: [BrandRepository],
})
export class BrandModule {}
