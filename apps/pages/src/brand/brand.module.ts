import { Module } from '@nestjs/common';
import { BrandController } from './brand.controller.js';
import { BrandKitRepository } from './brand-kit.repository.js';
import { BrandService } from './brand.service.js';

@Module({
  controllers: [BrandController],
  providers: [BrandKitRepository, BrandService],
  exports: [BrandKitRepository],
})
export class BrandModule {}
