import { Body, Controller, Get, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { currentTenantId, Session } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import { ScoreRulesObject, ScoreRulesRequest, toGivenRules } from './score.dto.js';
import { MAX_CRITERIA_OF_RULES } from './score-problems.js';
import { ScoresService } from './scores.service.js';

@ApiTags('Configurações')
@Controller('v1/configuracoes/pontuacao')
export class ScoresController {
  constructor(private readonly scores: ScoresService) {}

  @Get()
  @Session()
  @Operation({
    summary: 'Ler as regras de pontuação',
    description: 'Também o andamento da avaliação de todos os contatos.',
    success: { status: 200, type: ScoreRulesObject },
  })
  async get(): Promise<ScoreRulesObject> {
    return ScoreRulesObject.of(await this.scores.get(currentTenantId()));
  }

  @Put()
  @Session({ role: 'admin' })
  @Operation({
    summary: 'Substituir as regras de pontuação',
    example: {
      regras: [{ nome: 'Cliente', pontos: 20, criterios: [{ campo: 'estagio', operador: 'igual', valor: 'cliente' }] }],
    },
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
}
