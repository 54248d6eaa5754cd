import { Body, Controller, Get, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operator } from '#libs/auth';
import { knownBy, Operation } from '#libs/http';
import { toBlockView } from '../blocklist/blocklist.mapper.js';
import { ComputeSuggestionsRequest } from './dto/suggestion.requests.js';
import {
  AppliedSuggestionResponse,
  SuggestionResponse,
  SuggestionsResponse,
  type SuggestionView,
} from './dto/suggestion.responses.js';
import type { Suggestion } from './suggestion.js';
import { SuggestionsService } from './suggestions.service.js';

const Known = knownBy(SuggestionsService, (suggestions, { id = '' }) => suggestions.exists(id));

@ApiTags('Operator console')
@Operator()
@Controller('api/admin/blacklist/suggestions')
export class SuggestionsController {
  constructor(private readonly suggestions: SuggestionsService) {}

  @Get()
  @Operation({
    summary: 'List whom the platform suggests to block',
    description: 'As they were last computed, newest first.',
    success: { status: 200, type: SuggestionsResponse },
  })
  async list(): Promise<SuggestionsResponse> {
    return { Suggestions: (await this.suggestions.list()).map(toView) };
  }

  @Post()
  @Operation({
    summary: 'Compute whom to suggest',
    description:
      'Looks at complaints and hard bounces of the last three days by the domain of the sender, at sudden volumes, and ' +
      'at the addresses from which logins fail. Suggestions that the signals do not show any more are withdrawn.',
    success: { status: 200, type: SuggestionsResponse },
  })
  async compute(@Body() _body: ComputeSuggestionsRequest): Promise<SuggestionsResponse> {
    return { Suggestions: (await this.suggestions.compute()).map(toView) };
  }

  @Post(':id/apply')
  @Known()
  @Operation({
    summary: 'Block whom a suggestion names',
    description: 'Adds an entry to the blocklist.',
    success: { status: 200, type: AppliedSuggestionResponse },
    errors: [409],
  })
  async apply(@Param('id') id: string): Promise<AppliedSuggestionResponse> {
    const { suggestion, entry } = await this.suggestions.apply(id);
    return { Suggestion: toView(suggestion), Entry: toBlockView(entry) };
  }

  @Post(':id/dismiss')
  @Known()
  @Operation({
    summary: 'Dismiss a suggestion',
    description: 'It does not come back for thirty days.',
    success: { status: 200, type: SuggestionResponse },
    errors: [409],
  })
  async dismiss(@Param('id') id: string): Promise<SuggestionResponse> {
    return { Suggestion: toView(await this.suggestions.dismiss(id)) };
  }
}

function toView({ id, kind, value, signal, evidence, status, createdAt, updatedAt }: Suggestion): SuggestionView {
  return {
    Id: id,
    Kind: kind,
    Value: value,
    Signal: signal,
    Evidence: evidence,
    Status: status,
    CreatedAt: createdAt.toISOString(),
    UpdatedAt: updatedAt.toISOString(),
  };
}
