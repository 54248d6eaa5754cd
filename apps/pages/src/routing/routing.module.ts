import { Module } from '@nestjs/common';
import { PagesFeatureModule } from '../pages/pages.module.js';
import { PublishedPagesModule } from '../published-pages/published-pages.module.js';
import { PublishingModule } from '../publishing/publishing.module.js';
import { RoutingResolver } from './graphql/routing.resolver.js';
import { RoutingController } from './routing.controller.js';
import { RoutingService } from './routing.service.js';

@Module({
  imports: [PagesFeatureModule, PublishedPagesModule, PublishingModule],
  controllers: [RoutingController],
  providers: [RoutingResolver, RoutingService],
})
export class RoutingModule {}
