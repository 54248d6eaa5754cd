import { Mutation, Query, Resolver } from '@nestjs/graphql';
import { Operator } from '#libs/core/auth';
import { knownArgument } from '#libs/core/graphql';
import { BlockView } from '../../blocklist/dto/blocklist.responses.js';
import type { BlockSuggestion } from '../block-suggestion.entity.js';
import { AppliedSuggestionResponse, SuggestionView } from '../dto/suggestion.responses.js';
import { SuggestionsService } from '../suggestions.service.js';

const SuggestionArgument = knownArgument('id', SuggestionsService, (suggestions, id) => suggestions.find(id));

@Operator()
@Resolver(() => SuggestionView)
export class SuggestionsResolver {
  constructor(private readonly suggestions: SuggestionsService) {}

  @Query(() => [SuggestionView], { nullable: true, description: 'What signals say should be blocked. For operators.' })
  async blockSuggestions(): Promise<SuggestionView[]> {
    return (await this.suggestions.list()).map(SuggestionView.of);
  }

  @Mutation(() => [SuggestionView], { nullable: true, description: 'Looks at the signals now. Answers what is open.' })
  async computeBlockSuggestions(): Promise<SuggestionView[]> {
    return (await this.suggestions.compute()).map(SuggestionView.of);
  }

  @Mutation(() => AppliedSuggestionResponse, { nullable: true, description: 'Blocks what a suggestion says.' })
  async applyBlockSuggestion(@SuggestionArgument() { id }: BlockSuggestion): Promise<AppliedSuggestionResponse> {
    const { suggestion, entry } = await this.suggestions.apply(id);
    return { Suggestion: SuggestionView.of(suggestion), Entry: BlockView.of(entry) };
  }

  @Mutation(() => SuggestionView, { nullable: true, description: 'Dismisses a suggestion.' })
  async dismissBlockSuggestion(@SuggestionArgument() { id }: BlockSuggestion): Promise<SuggestionView> {
    return SuggestionView.of(await this.suggestions.dismiss(id));
  }
}
