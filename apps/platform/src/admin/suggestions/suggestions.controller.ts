import { Body, Controller, Get, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operator } from '#libs/core/auth';
import { knownBy, Operation } from '#libs/core/http';
import { BlockView } from '../blocklist/dto/blocklist.responses.js';
import { BlockSuggestion } from './block-suggestion.entity.js';
import { ComputeSuggestionsRequest } from './dto/suggestion.requests.js';
import {
  AppliedSuggestionResponse,
  SuggestionResponse,
  SuggestionsResponse,
  SuggestionView,
} from './dto/suggestion.responses.js';
import { SuggestionsService } from './suggestions.service.js';

const Known = knownBy(SuggestionsService, (suggestions, { id = '' }) => suggestions.find(id));

@ApiTags('Operator console')
@Operator()
@Controller('api/admin/blacklist/suggestions')
export class SuggestionsController {
  constructor(private readonly suggestions: SuggestionsService) {}

  @Get()
  @Operation({
    summary: 'List the blocks that the platform suggests',
    description: 'As they were last computed, newest first.',
    success: { status: 200, type: SuggestionsResponse },
  })
  async list(): Promise<SuggestionsResponse> {
    return { Suggestions: (await this.suggestions.list()).map(SuggestionView.of) };
  }

  @Post()
  @Operation({
    summary: 'Compute the suggestions',
    description:
      'Looks at complaints and hard bounces of the last three days by the domain of the sender, at sudden volumes, and ' +
      'at the addresses from which logins fail. Suggestions that the signals do not show any more are withdrawn.',
    success: { status: 200, type: SuggestionsResponse },
  })
  async compute(@Body() _body: ComputeSuggestionsRequest): Promise<SuggestionsResponse> {
    return { Suggestions: (await this.suggestions.compute()).map(SuggestionView.of) };
  }

  @Post(':id/apply')
  @Operation({
    summary: 'Make a suggestion a block',
    description: 'Adds an entry to the blocklist.',
    success: { status: 200, type: AppliedSuggestionResponse },
    errors: [409],
  })
  async apply(@Known() { id }: BlockSuggestion): Promise<AppliedSuggestionResponse> {
    const { suggestion, entry } = await this.suggestions.apply(id);
    return { Suggestion: SuggestionView.of(suggestion), Entry: BlockView.of(entry) };
  }

  @Post(':id/dismiss')
  @Operation({
    summary: 'Dismiss a suggestion',
    description: 'It does not come back for thirty days.',
    success: { status: 200, type: SuggestionResponse },
    errors: [409],
  })
  async dismiss(@Known() { id }: BlockSuggestion): Promise<SuggestionResponse> {
    return { Suggestion: SuggestionView.of(await this.suggestions.dismiss(id)) };
  }
}
