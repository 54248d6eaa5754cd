import { Body, Controller, Get, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { currentTenantId, Session } from '#libs/core/auth';
import { knownBy, Operation } from '#libs/core/http';
import type { ContactRecord } from '../contacts/contact-record.js';
import { ContactsService } from '../contacts/contacts.service.js';
import { ContactScoreObject, ScoreRulesObject, ScoreRulesRequest, toGivenRules } from './score.dto.js';
import { MAX_CRITERIA_OF_RULES } from './score-problems.js';
import { ScoresService } from './scores.service.js';

const Known = knownBy(ContactsService, (contacts, { id = '' }) => contacts.find(currentTenantId(), id));

@Controller('v1')
export class ScoresController {
  constructor(private readonly scores: ScoresService) {}

  @Get('configuracoes/pontuacao')
  @ApiTags('Configurações')
  @Session()
  @Operation({
    summary: 'Ler as regras de pontuação',
    description: 'Também o andamento da avaliação de todos os contatos.',
    success: { status: 200, type: ScoreRulesObject },
  })
  async get(): Promise<ScoreRulesObject> {
    return ScoreRulesObject.of(await this.scores.get(currentTenantId()));
  }

  @Put('configuracoes/pontuacao')
  @ApiTags('Configurações')
  @Session({ role: 'admin' })
  @Operation({
    summary: 'Substituir as regras de pontuação',
    description:
      'Só para administradores. A pontuação de um contato é a soma dos pontos das regras a que ele atende, com os critérios dos ' +
      `segmentos, menos \`pontuacao\`; no máximo ${MAX_CRITERIA_OF_RULES} em todas as regras. Um trabalho avalia todos os contatos; ` +
      'depois, cada mudança de um contato, e o começo de cada dia, quando um critério conta dias.',
    success: { status: 200, type: ScoreRulesObject },
    errors: [422],
  })
  async replace(@Body() body: ScoreRulesRequest): Promise<ScoreRulesObject> {
    return ScoreRulesObject.of(await this.scores.replace(currentTenantId(), toGivenRules(body)));
  }

  @Get('contatos/:id/pontuacao')
  @ApiTags('Contatos')
  @Session()
  @Operation({
    summary: 'Explicar a pontuação de um contato',
    description: 'Avaliada agora, com as regras que a dão. A da lista de contatos acompanha em instantes.',
    success: { status: 200, type: ContactScoreObject },
  })
  async explain(@Known() { contact }: ContactRecord): Promise<ContactScoreObject> {
    return ContactScoreObject.of(await this.scores.explain(currentTenantId(), contact.id));
  }
}
