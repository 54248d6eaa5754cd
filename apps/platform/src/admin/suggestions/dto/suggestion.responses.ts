import { GraphqlObject } from '#libs/core/graphql';
import { ApiProperty } from '@nestjs/swagger';
import { BLOCK_KINDS } from '#libs/messaging/admission';
import { BlockView } from '../../blocklist/dto/blocklist.responses.js';
import type { BlockSuggestion } from '../block-suggestion.entity.js';
import { SIGNALS } from '../suggestion.js';

@GraphqlObject('BlockSuggestion', 'What signals say should be blocked.')
export class SuggestionView {
  @ApiProperty({ format: 'uuid' })
  Id: string;

  @ApiProperty({ type: String, enum: BLOCK_KINDS })
  Kind: string;

  @ApiProperty({ example: 'example.com' })
  Value: string;

  @ApiProperty({ type: String, enum: SIGNALS })
  Signal: string;

  @ApiProperty({ type: 'object', additionalProperties: true, description: 'The numbers behind it.' })
  Evidence: Record<string, string | number>;

  @ApiProperty({ enum: ['open', 'applied', 'dismissed'] })
  Status: string;

  @ApiProperty({ format: 'date-time' })
  CreatedAt: string;

  @ApiProperty({ format: 'date-time' })
  UpdatedAt: string;

  static of(suggestion: BlockSuggestion): SuggestionView {
    const { id, kind, value, signal, evidence, status, createdAt, updatedAt } = suggestion;
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
}

export class SuggestionsResponse {
  @ApiProperty({ type: [SuggestionView] })
  Suggestions: SuggestionView[];
}

export class SuggestionResponse {
  @ApiProperty({ type: SuggestionView })
  Suggestion: SuggestionView;
}

@GraphqlObject('AppliedBlockSuggestion')
export class AppliedSuggestionResponse extends SuggestionResponse {
  @ApiProperty({ type: BlockView })
  Entry: BlockView;
}
