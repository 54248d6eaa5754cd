import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { GraphqlObject } from '#libs/core/graphql';
import { EveryDigit } from '#libs/core/http';
import type { JourneyVersion } from '../versions/journey-version.entity.js';
import type { GivenCriteria, JourneyCriteria } from './journey-criteria.js';
import { REENTRY_NAMES } from './journey-definition.js';
import { CRITERIA_SCHEMA, TRIGGER_HELP, WAIT_SCHEMA } from './journey-schemas.js';
import type { JourneyStep } from './journey-step.js';
import type { Journey } from './journey.entity.js';
import { toGivenAction } from './read-action.js';
import { toGivenParameters, TRIGGER_NAMES } from './read-trigger.js';

@GraphqlObject('JourneyBranch', 'Part of the contacts of a split.')
export class JourneyBranchObject {
  @ApiProperty({ type: 'integer' })
  peso: number;

  @ApiProperty({ type: 'integer' })
  ir: number;
}

@GraphqlObject('JourneyStep', 'A step of a journey; it has the fields of its type.')
export class JourneyStepObject {
  @ApiProperty({ type: 'integer', example: 1 })
  numero: number;

  @ApiProperty({ enum: ['esperar', 'agir', 'condicao', 'dividir'] })
  tipo: string;

  @ApiProperty({ ...WAIT_SCHEMA, required: false } as ApiPropertyOptions)
  espera?: EveryDigit;

  @ApiProperty({ required: false })
  acao?: string;

  @ApiProperty({ type: 'object', additionalProperties: true, required: false } as unknown as ApiPropertyOptions)
  parametros?: Record<string, unknown>;

  @ApiProperty({ ...CRITERIA_SCHEMA, required: false } as ApiPropertyOptions)
  criterios?: Record<string, unknown>[];

  @ApiProperty({ required: false })
  conjuncao?: string;

  @ApiProperty({ type: 'integer', required: false })
  se_pular_ir?: number;

  @ApiProperty({ type: () => JourneyBranchObject, isArray: true, required: false })
  ramos?: JourneyBranchObject[];

  static of(step: JourneyStep): JourneyStepObject {
    const numero = step.number;
    switch (step.kind) {
      case 'wait':
        return { numero, tipo: 'esperar', espera: new EveryDigit(step.wait) };
      case 'act':
        return { numero, tipo: 'agir', ...toGivenAction(step.action) };
      case 'condition': {
        const { criterios, conjuncao } = JourneyCriteriaObject.of(step.criteria);
        return { numero, tipo: 'condicao', criterios, conjuncao, se_pular_ir: step.otherwise };
      }
      case 'split':
        return { numero, tipo: 'dividir', ramos: step.branches.map(({ weight, to }) => ({ peso: weight, ir: to })) };
    }
  }
}

@GraphqlObject('JourneyCriteria', 'Criteria by which contacts leave a journey.')
export class JourneyCriteriaObject {
  @ApiProperty(CRITERIA_SCHEMA as unknown as ApiPropertyOptions)
  criterios: Record<string, unknown>[];

  @ApiProperty({ enum: ['e', 'ou'] })
  conjuncao: string;

  static of({ given: { criterios, conjuncao = 'e' } }: JourneyCriteria): JourneyCriteriaObject {
    return { criterios: criterios as Record<string, unknown>[], conjuncao };
  }
}

@GraphqlObject('Journey', 'What happens, step by step, to contacts that something made enter.')
export class JourneyObject {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ example: 'Boas-vindas' })
  nome: string;

  @ApiProperty({ enum: Object.values(TRIGGER_NAMES) })
  gatilho: string;

  @ApiProperty({ type: 'object', additionalProperties: true, description: TRIGGER_HELP })
  parametros: Record<string, unknown>;

  @ApiProperty({ type: [JourneyStepObject] })
  passos: JourneyStepObject[];

  @ApiProperty({ enum: Object.values(REENTRY_NAMES) })
  reentrada: string;

  @ApiProperty({ type: JourneyCriteriaObject, nullable: true })
  saida: JourneyCriteriaObject | null;

  @ApiProperty({ type: JourneyCriteriaObject, nullable: true })
  objetivo: JourneyCriteriaObject | null;

  @ApiProperty()
  ativa: boolean;

  @ApiProperty({
    type: 'integer',
    description: 'Aumenta a cada edição. Quem está dentro segue na versão em que entrou.',
  })
  versao: number;

  @ApiProperty({ format: 'date-time' })
  criado_em: string;

  @ApiProperty({ format: 'date-time' })
  atualizado_em: string;

  static of({ journey, steps }: JourneyWithSteps): JourneyObject {
    return {
      id: journey.id,
      nome: journey.name,
      gatilho: TRIGGER_NAMES[journey.trigger],
      parametros: toGivenParameters(journey.parameters),
      passos: steps.map((step) => JourneyStepObject.of(step)),
      reentrada: REENTRY_NAMES[journey.reentry],
      saida: journey.exitCriteria && JourneyCriteriaObject.of(journey.exitCriteria),
      objetivo: journey.goal && JourneyCriteriaObject.of(journey.goal),
      ativa: journey.active,
      versao: journey.version,
      criado_em: journey.createdAt.toISOString(),
      atualizado_em: journey.updatedAt.toISOString(),
    };
  }
}

/** A journey with the steps of its newest version. */
export interface JourneyWithSteps {
  journey: Journey;
  steps: JourneyVersion['steps'];
}

export class JourneysResponse {
  @ApiProperty({ type: [JourneyObject] })
  jornadas: JourneyObject[];

  static of(journeys: readonly JourneyWithSteps[]): JourneysResponse {
    return { jornadas: journeys.map((journey) => JourneyObject.of(journey)) };
  }
}

/** A stored journey as the API takes it, to be judged anew. */
export function toGivenJourney({ journey, steps }: JourneyWithSteps) {
  const given = (criteria: JourneyCriteria | null): GivenCriteria | null => criteria && criteria.given;
  const passos = steps.map((step) => {
    const { espera, ...shown } = JourneyStepObject.of(step);
    return { ...shown, ...(espera && { espera: espera.digits }) };
  });
  return {
    nome: journey.name,
    gatilho: TRIGGER_NAMES[journey.trigger],
    parametros: toGivenParameters(journey.parameters),
    passos,
    reentrada: REENTRY_NAMES[journey.reentry],
    saida: given(journey.exitCriteria),
    objetivo: given(journey.goal),
  };
}
