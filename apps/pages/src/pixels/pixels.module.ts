import { Module } from '@nestjs/common';
import { DomainsModule } from '../domains/domains.module.js';
import { PixelsResolver } from './graphql/pixels.resolver.js';
import { PixelRepository } from './pixel.repository.js';
import { PixelsController } from './pixels.controller.js';
import { PixelsService } from './pixels.service.js';
import { VisitorEraser } from './visitor.eraser.js';

@Module({
  imports: [DomainsModule],
  controllers: [PixelsController],
  providers: [PixelRepository, PixelsResolver, PixelsService, VisitorEraser],
})
export class PixelsModule {}
