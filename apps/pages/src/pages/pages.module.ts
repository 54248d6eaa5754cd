import { Module } from '@nestjs/common';
import { BrandModule } from '../brand/brand.module.js';
import { BulkController } from '../bulk/bulk.controller.js';
import { BulkService } from '../bulk/bulk.service.js';
import { BulkResolver } from '../bulk/graphql/bulk.resolver.js';
import { DomainsModule } from '../domains/domains.module.js';
import { DraftsController } from '../drafts/drafts.controller.js';
import { DraftsService } from '../drafts/drafts.service.js';
import { DraftStatesService } from '../drafts/draft-states.service.js';
import { DraftsResolver } from '../drafts/graphql/drafts.resolver.js';
import { PageDraftRepository } from '../drafts/page-draft.repository.js';
import { ImportController } from '../importing/import.controller.js';
import { MediaRepository } from '../media/media.repository.js';
import { MovingResolver } from '../moving/graphql/moving.resolver.js';
import { MovingController } from '../moving/moving.controller.js';
import { MovingService } from '../moving/moving.service.js';
import { PublishingResolver } from '../publishing/graphql/publishing.resolver.js';
import { DeadLinks } from '../publishing/dead-links.js';
import { PageContextLoader } from '../publishing/page-context.loader.js';
import { PublishedPageRepository } from '../publishing/published-page.repository.js';
import { PublishingController } from '../publishing/publishing.controller.js';
import { PublishingService } from '../publishing/publishing.service.js';
import { RenderAgainModule } from '../publishing/render-again.module.js';
import { RenderingProcessor } from '../publishing/rendering.processor.js';
import { ReplacedVersions } from '../publishing/replaced-versions.js';
import { VersionsResolver } from '../versions/graphql/versions.resolver.js';
import { PageVersionRepository } from '../versions/page-version.repository.js';
import { VersionsController } from '../versions/versions.controller.js';
import { VersionsService } from '../versions/versions.service.js';
import { PageRelations } from './graphql/page-relations.js';
import { PageRelationsResolver } from './graphql/page-relations.resolver.js';
import { PagesResolver } from './graphql/pages.resolver.js';
import { DeletedPages } from './deleted-pages.js';
import { PageAddresses } from './page-addresses.js';
import { PageChangesService } from './page-changes.service.js';
import { PagePlaces } from './page-places.js';
import { PageRepository } from './page.repository.js';
import { PagesController } from './pages.controller.js';
import { PagesService } from './pages.service.js';

/** Pages from the first draft to the published version. */
@Module({
  imports: [BrandModule, DomainsModule, RenderAgainModule],
  // Before `:id`, which would take their paths.
  controllers: [
    ImportController,
    BulkController,
    PagesController,
    DraftsController,
    VersionsController,
    PublishingController,
    MovingController,
  ],
  providers: [
    BulkResolver,
    BulkService,
    DeadLinks,
    DeletedPages,
    DraftsResolver,
    DraftsService,
    DraftStatesService,
    MediaRepository,
    MovingResolver,
    MovingService,
    PageAddresses,
    PageChangesService,
    PageContextLoader,
    PageDraftRepository,
    PagePlaces,
    PageRelations,
    PageRelationsResolver,
    PageRepository,
    PagesResolver,
    PagesService,
    PageVersionRepository,
    PublishedPageRepository,
    PublishingResolver,
    PublishingService,
    RenderingProcessor,
    ReplacedVersions,
    VersionsResolver,
    VersionsService,
  ],
  exports: [PagesService, PublishingService, VersionsService, DraftsService],
})
export class PagesFeatureModule {}
