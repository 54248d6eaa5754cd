import { Module } from '@nestjs/common';
import { AccountSettingsModule } from '../account-settings/account-settings.module.js';
import { ContactsModule } from '../contacts/contacts.module.js';
import { KeysModule } from '../keys/keys.module.js';
import { IdentitiesResolver } from './graphql/identities.resolver.js';
import { SuggestionsResolver } from './graphql/suggestions.resolver.js';
import { IdentitiesController } from './identities.controller.js';
import { FindTwinsProcessor } from './find-twins.processor.js';
import { IdentityResolver } from './identity-resolver.js';
import { MergeSuggestionEraser } from './merge-suggestion.eraser.js';
import { SuggestionFinder } from './suggestion-finder.js';
import { SuggestionsController } from './suggestions.controller.js';
import { SuggestionsService } from './suggestions.service.js';

@Module({
  imports: [AccountSettingsModule, ContactsModule, KeysModule],
  controllers: [IdentitiesController, SuggestionsController],
  providers: [
    FindTwinsProcessor,
    IdentitiesResolver,
    IdentityResolver,
    MergeSuggestionEraser,
    SuggestionFinder,
    SuggestionsResolver,
    SuggestionsService,
  ],
  exports: [SuggestionFinder],
})
export class DuplicatesModule {}
