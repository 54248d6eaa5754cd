import { Module } from '@nestjs/common';
import { AdmissionModule } from '../../admission/admission.module.js';
import { SenderSignalsRepository } from '../suggestions/sender-signals.repository.js';
import { SignalsService } from '../suggestions/signals.service.js';
import { SuggestionRepository } from '../suggestions/suggestion.repository.js';
import { SuggestionsController } from '../suggestions/suggestions.controller.js';
import { SuggestionsService } from '../suggestions/suggestions.service.js';
import { BlockEntryRepository } from './block-entry.repository.js';
import { BlocklistController } from './blocklist.controller.js';
import { BlocklistService } from './blocklist.service.js';
import { SuggestionsResolver } from '../suggestions/graphql/suggestions.resolver.js';
import { BlocklistResolver } from './graphql/blocklist.resolver.js';

/** `suggestions` in a path is never read as an id: its controller comes first. */
@Module({
  imports: [AdmissionModule],
  controllers: [SuggestionsController, BlocklistController],
  providers: [
    BlocklistResolver,
    SuggestionsResolver,
    BlocklistService,
    BlockEntryRepository,
    SenderSignalsRepository,
    SignalsService,
    SuggestionRepository,
    SuggestionsService,
  ],
})
export class BlocklistModule {}
