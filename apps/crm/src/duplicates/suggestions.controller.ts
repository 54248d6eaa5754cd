import { Body, Controller, Get, Param, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { currentSession, currentTenantId, Session } from '#libs/core/auth';
import { knownBy, Operation } from '#libs/core/http';
import { SealedCursors } from '#libs/core/persistence';
import { SecretBox } from '#libs/core/secrets';
import {
  DecideSuggestionRequest,
  ListSuggestionsQuery,
  SuggestionObject,
  SuggestionPage,
  toDecision,
} from './suggestion.dto.js';
import { SuggestionsService } from './suggestions.service.js';

const Known = knownBy(SuggestionsService, (suggestions, { id = '' }) => suggestions.find(currentTenantId(), id));

@ApiTags('Identidades')
@Session()
@Controller('v1/identidades/sugestoes')
export class SuggestionsController {
  private readonly cursors: SealedCursors;

  constructor(
    private readonly suggestions: SuggestionsService,
    secrets: SecretBox,
  ) {
    this.cursors = new SealedCursors(secrets, 'crm.merge-suggestions');
  }

  @Get()
  @Operation({
    summary: 'Listar os pares de contatos que podem ser a mesma pessoa',
    description: 'Os que esperam uma decisão, do mais novo ao mais antigo, com os motivos.',
    success: { status: 200, type: SuggestionPage },
  })
  async list(@Query() query: ListSuggestionsQuery): Promise<SuggestionPage> {
    return SuggestionPage.read(query, this.cursors, (page) => this.suggestions.listPage(currentTenantId(), page));
  }

  @Put(':id/decisao')
  @Known()
  @Operation({
    summary: 'Decidir uma sugestão',
    description: 'Registra a decisão e não mescla nada. 409 quando o contrário já foi decidido.',
    success: { status: 200, type: SuggestionObject },
    errors: [409, 422],
  })
  async decide(@Param('id') id: string, @Body() body: DecideSuggestionRequest): Promise<SuggestionObject> {
    const { userId } = currentSession();
    return SuggestionObject.of(await this.suggestions.decide(currentTenantId(), userId, id, toDecision(body)));
  }
}
