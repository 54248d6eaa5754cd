import { Module } from '@nestjs/common';
import { MovingModule } from '../moving/moving.module.js';
import { PagesFeatureModule } from '../pages/pages.module.js';
import { PublishingModule } from '../publishing/publishing.module.js';
import { VersionsModule } from '../versions/versions.module.js';
import { BulkResolver } from './graphql/bulk.resolver.js';
import { BulkController } from './bulk.controller.js';
import { BulkService } from './bulk.service.js';

@Module({
  imports: [MovingModule, PagesFeatureModule, PublishingModule, VersionsModule],
  controllers: [BulkController],
  providers: [BulkResolver, BulkService],
})
export class BulkModule {}
