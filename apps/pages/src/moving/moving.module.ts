import { Module } from '@nestjs/common';
import { PagesFeatureModule } from '../pages/pages.module.js';
import { PublishedPagesModule } from '../published-pages/published-pages.module.js';
import { MovingResolver } from './graphql/moving.resolver.js';
import { MovingController } from './moving.controller.js';
import { MovingService } from './moving.service.js';

@Module({
  imports: [PagesFeatureModule, PublishedPagesModule],
  controllers: [MovingController],
  providers: [MovingResolver, MovingService],
  exports: [MovingService],
})
export class MovingModule {}
