import { Module } from '@nestjs/common';
import { DomainsModule } from '../domains/domains.module.js';
import { PublishedPagesModule } from '../published-pages/published-pages.module.js';
import { PageRelations } from './graphql/page-relations.js';
import { PageRelationsResolver } from './graphql/page-relations.resolver.js';
import { PagesResolver } from './graphql/pages.resolver.js';
import { DeletedPages } from './deleted-pages.js';
import { PageAddresses } from './page-addresses.js';
import { PageChangesService } from './page-changes.service.js';
import { PagePlaces } from './page-places.js';
import { PageVersionRepository } from './page-version.repository.js';
import { PageRepository } from './page.repository.js';
import { PagesController } from './pages.controller.js';
import { PagesService } from './pages.service.js';

/** Pages and their places; drafts, versions, moving and publishing are features above it. */
@Module({
  imports: [DomainsModule, PublishedPagesModule],
  controllers: [PagesController],
  providers: [
    DeletedPages,
    PageAddresses,
    PageChangesService,
    PagePlaces,
    PageRelations,
    PageRelationsResolver,
    PageRepository,
    PagesResolver,
    PagesService,
    PageVersionRepository,
  ],
  exports: [PageAddresses, PagePlaces, PageRepository, PagesService, PageVersionRepository],
})
export class PagesFeatureModule {}
