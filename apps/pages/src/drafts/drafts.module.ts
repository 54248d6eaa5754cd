import { Module } from '@nestjs/common';
import { PagesFeatureModule } from '../pages/pages.module.js';
import { DraftRelations } from './graphql/draft-relations.js';
import { DraftsResolver } from './graphql/drafts.resolver.js';
import { PageDraftResolver } from './graphql/page-draft.resolver.js';
import { DraftStatesService } from './draft-states.service.js';
import { DraftsController } from './drafts.controller.js';
import { DraftsService } from './drafts.service.js';
import { PageDraftRepository } from './page-draft.repository.js';

@Module({
  imports: [PagesFeatureModule],
  controllers: [DraftsController],
  providers: [
    DraftRelations,
    DraftsResolver,
    DraftsService,
    DraftStatesService,
    PageDraftRepository,
    PageDraftResolver,
  ],
  exports: [DraftsService, PageDraftRepository],
})
export class DraftsModule {}
