import { ApiProperty } from '@nestjs/swagger';
import { GraphqlInput, GraphqlObject } from '#libs/core/graphql';
import { Integer, ListOf, Text } from '#libs/core/http';
import { CriteriaRequest, CriterionObject, toWireCriteria } from '../criteria/criterion.dto.js';
import { CONJUNCTION_NAMES } from '../criteria/parse-criteria.js';
import type { TenantCipher } from '../keys/tenant-cipher.js';
import { MAX_RULES, POINTS } from './score-problems.js';
import type { ScoreRule, ScoresState } from './score-rules.entity.js';
import type { ExplainedScore, GivenRule, ShownRules } from './scores.service.js';

/** More than are allowed, so that the refusal says how many are. */
const RULES_MAX = 200;
const INT_MAX = 2 ** 31 - 1;

const STATES: Record<ScoresState, string> = { waiting: 'aguardando', filling: 'avaliando', ready: 'pronto' };

@GraphqlInput('ScoreRuleInput')
export class ScoreRuleRequest extends CriteriaRequest {
  @Text({ max: 100, pattern: /\S/, example: 'Cliente', description: 'Único entre as regras, sem caixa e acentos.' })
  nome: string;

  @Integer({
    min: -INT_MAX,
    max: INT_MAX,
    example: 20,
    description: `De ${POINTS.min} a ${POINTS.max}, senão 422: quanto a regra soma para quem atende aos critérios.`,
  })
  pontos: number;
}

@GraphqlInput('ScoreRulesInput')
export class ScoreRulesRequest {
  @ListOf(() => ScoreRuleRequest, {
    max: RULES_MAX,
    description: `No máximo ${MAX_RULES}. Uma lista vazia tira a pontuação de todos os contatos.`,
  })
  regras: ScoreRuleRequest[];
}

@GraphqlObject('ScoreRule')
export class ScoreRuleObject {
  @ApiProperty({ example: 'Cliente' })
  nome: string;

  @ApiProperty({ type: () => CriterionObject, isArray: true })
  criterios: CriterionObject[];

  @ApiProperty({ enum: Object.values(CONJUNCTION_NAMES) })
  conjuncao: string;

  @ApiProperty({ type: 'integer', example: 20 })
  pontos: number;

  @ApiProperty({
    description: 'Se um critério não vale mais, por exemplo de um campo que a conta apagou: a regra não soma nada.',
  })
  invalida: boolean;

  @ApiProperty({ type: String, nullable: true, description: 'Por que é inválida.' })
  motivo: string | null;

  static of(cipher: TenantCipher, rule: ScoreRule, problem: string | null): ScoreRuleObject {
    return {
      nome: rule.name,
      ...toWireCriteria(cipher, rule),
      pontos: rule.points,
      invalida: problem !== null,
      motivo: problem,
    };
  }
}

@GraphqlObject('ScoreRules', 'The rules by which contacts have a score.')
export class ScoreRulesObject {
  @ApiProperty({ type: () => ScoreRuleObject, isArray: true })
  regras: ScoreRuleObject[];

  @ApiProperty({
    enum: Object.values(STATES),
    description:
      'Depois de uma mudança, um trabalho avalia todos os contatos; até `pronto`, as pontuações se completam.',
  })
  estado: string;

  @ApiProperty({ type: 'integer', description: 'Contatos que o trabalho já avaliou.' })
  avaliados: number;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'null em uma conta que nunca teve regras.',
  })
  atualizado_em: string | null;

  static of({ rules, cipher, problems }: ShownRules): ScoreRulesObject {
    return {
      regras: (rules?.rules ?? []).map((rule, index) => ScoreRuleObject.of(cipher, rule, problems[index] ?? null)),
      estado: STATES[rules?.state ?? 'ready'],
      avaliados: rules?.evaluated ?? 0,
      atualizado_em: rules?.updatedAt.toISOString() ?? null,
    };
  }
}

@GraphqlObject('ScoreReason')
export class ScoreReasonObject {
  @ApiProperty({ description: 'O nome da regra.' })
  regra: string;

  @ApiProperty({ type: 'integer' })
  pontos: number;
}

@GraphqlObject('ContactScore', 'The score of a contact now, and why.')
export class ContactScoreObject {
  @ApiProperty({ type: 'integer', nullable: true, description: 'A soma dos motivos; null em uma conta sem regras.' })
  pontuacao: number | null;

  @ApiProperty({ type: () => ScoreReasonObject, isArray: true, description: 'As regras a que o contato atende.' })
  motivos: ScoreReasonObject[];

  static of({ score, met }: ExplainedScore): ContactScoreObject {
    return { pontuacao: score, motivos: met.map(({ name, points }) => ({ regra: name, pontos: points })) };
  }
}

export const toGivenRules = ({ regras }: ScoreRulesRequest): GivenRule[] =>
  regras.map(({ nome, pontos, criterios, conjuncao }) => ({
    name: nome.trim(),
    points: pontos,
    criterios: criterios ?? [],
    conjuncao,
  }));
