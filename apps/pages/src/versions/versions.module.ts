import { Module } from '@nestjs/common';
import { DraftsModule } from '../drafts/drafts.module.js';
import { PagesFeatureModule } from '../pages/pages.module.js';
import { PageVersionsResolver } from './graphql/page-versions.resolver.js';
import { VersionRelations } from './graphql/version-relations.js';
import { VersionsResolver } from './graphql/versions.resolver.js';
import { VersionsController } from './versions.controller.js';
import { VersionsService } from './versions.service.js';

@Module({
  imports: [DraftsModule, PagesFeatureModule],
  controllers: [VersionsController],
  providers: [PageVersionsResolver, VersionRelations, VersionsResolver, VersionsService],
  exports: [VersionsService],
})
export class VersionsModule {}
