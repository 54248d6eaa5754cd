import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { IsArray } from 'class-validator';
import { GraphqlInput, GraphqlObject } from '#libs/core/graphql';
import {
  EveryDigit,
  Flag,
  FreeObject,
  Integer,
  ListOf,
  MayBeAbsent,
  MayBeNull,
  Nested,
  rule,
  Text,
} from '#libs/core/http';
import type { JourneyVersion } from '../versions/journey-version.entity.js';
import { REENTRY_NAMES } from './journey-definition.js';
import type { GivenCriteria, JourneyCriteria } from './journey-criteria.js';
import type { JourneyStep } from './journey-step.js';
import type { Journey } from './journey.entity.js';
import { toGivenAction } from './read-action.js';
import { toGivenParameters, TRIGGER_NAMES } from './read-trigger.js';

const NAME_MAX = 200;
const WORD_MAX = 40;
const PARAMETERS_MAX_BYTES = 204_800;
/** More than a journey may have: a body with too many steps means something, and is answered 422. */
const STEPS_READ = 1_000;
const NUMBER = { min: -1_000_000_000, max: 1_000_000_000 };

const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);

const CRITERIA_SCHEMA = {
  type: 'array',
  items: { type: 'object', additionalProperties: true },
  maxItems: STEPS_READ,
  description:
    'Os critérios de segmentos `{campo, operador, valor}`; e `{campo: abriu | clicou, passo, valor?}`: se a pessoa abriu o ' +
    'e-mail daquele passo ou seguiu um link dele (valor false: se não o fez).',
  example: [{ campo: 'estagio', operador: 'igual', valor: 'novo' }],
} as const;

/** Criteria of any form, which the service judges. */
function Criteria(): PropertyDecorator {
  const rules = [IsArray(), rule('isObject', isObject, 'must be an object', true)];
  return (prototype, name) => {
    for (const one of rules) one(prototype, name);
    ApiProperty(CRITERIA_SCHEMA as unknown as ApiPropertyOptions)(prototype, name);
  };
}

const isScalar = (value: unknown) => typeof value === 'number' || typeof value === 'string';

/** A whole number of any size, which the service judges. */
function Wait(): PropertyDecorator {
  return (prototype, name) => {
    rule('isWait', isScalar, 'must be a whole number of nanoseconds')(prototype, name);
    ApiProperty({ ...WAIT_SCHEMA, required: false } as ApiPropertyOptions)(prototype, name);
  };
}

const WAIT_SCHEMA = {
  type: 'integer',
  format: 'int64',
  'x-every-digit': true,
  minimum: 1,
  description: 'De esperar: nanossegundos, até dez anos. Um dia são 86400000000000. Nenhum dígito se perde.',
  example: 86_400_000_000_000,
} as const;

const TRIGGER_HELP =
  'Do gatilho. lead_capturado: `formulario_id?, pagina_id?`. campo_mudou: `campo, de?, para?`. inatividade: `dias` sem nada que ' +
  'a pessoa fez. evento_pixel: `evento, pagina_id?`.';
const ACTION_HELP =
  'De agir. email: `modelo_id`, ou `assunto` e `texto` ou `html`; `remetente?, nome_remetente?, topico?`. push: `modelo_id`, ou ' +
  '`titulo` e `corpo`; vai a quem assina o tópico com o id do contato. webhook: `destino_id`. mudar_estagio: `estagio`. ' +
  'entrar_lista: `lista`, o id ou o slug.';
const TRIGGERS = Object.values(TRIGGER_NAMES).join(', ');
const REENTRY_HELP = `Um de ${Object.values(REENTRY_NAMES).join(', ')}; apos_sair se ausente. Com sempre, quem está dentro recomeça.`;

@GraphqlInput('JourneyBranchInput')
export class JourneyBranchRequest {
  @Integer({ ...NUMBER, description: 'Parte das pessoas, em relação à soma dos pesos.' })
  peso: number;

  @Integer({ ...NUMBER, description: 'O passo em que o ramo começa.' })
  ir: number;
}

@GraphqlInput('JourneyStepInput')
export class JourneyStepRequest {
  @Integer({ ...NUMBER, description: 'A partir de 1, sem lacunas.' })
  numero: number;

  @Text({ max: WORD_MAX, example: 'esperar', description: 'Um de esperar, agir, condicao, dividir.' })
  tipo: string;

  @MayBeAbsent()
  @Wait()
  espera?: number | string;

  @MayBeAbsent()
  @Text({ max: WORD_MAX, description: 'De agir: email, push, webhook, mudar_estagio ou entrar_lista.' })
  acao?: string;

  @MayBeAbsent()
  @FreeObject({ maxBytes: PARAMETERS_MAX_BYTES, description: ACTION_HELP })
  parametros?: Record<string, unknown>;

  @MayBeAbsent()
  @Criteria()
  criterios?: Record<string, unknown>[];

  @MayBeAbsent()
  @Text({ max: WORD_MAX, description: 'e (padrão) ou ou.' })
  conjuncao?: string;

  @MayBeAbsent()
  @Integer({ ...NUMBER, description: 'De condicao: o passo de quem não satisfaz os critérios.' })
  se_pular_ir?: number;

  @MayBeAbsent()
  @ListOf(() => JourneyBranchRequest, {
    max: STEPS_READ,
    description: 'De dividir: os ramos. A mesma pessoa vai sempre pelo mesmo.',
  })
  ramos?: JourneyBranchRequest[];
}

@GraphqlInput('JourneyCriteriaInput')
export class JourneyCriteriaRequest {
  @Criteria()
  criterios: Record<string, unknown>[];

  @MayBeAbsent()
  @Text({ max: WORD_MAX, description: 'e (padrão) ou ou.' })
  conjuncao?: string;
}

@GraphqlInput('JourneyInput')
export class JourneyRequest {
  @Text({ max: NAME_MAX, pattern: /\S/, example: 'Boas-vindas' })
  nome: string;

  @Text({ max: WORD_MAX, example: 'lead_capturado', description: `Um de ${TRIGGERS}.` })
  gatilho: string;

  @MayBeAbsent()
  @FreeObject({ maxBytes: PARAMETERS_MAX_BYTES, description: TRIGGER_HELP })
  parametros?: Record<string, unknown>;

  @ListOf(() => JourneyStepRequest, { max: STEPS_READ, description: 'De 1 a 100.' })
  passos: JourneyStepRequest[];

  @MayBeAbsent()
  @Text({ max: WORD_MAX, description: REENTRY_HELP })
  reentrada?: string;

  @MayBeAbsent()
  @MayBeNull()
  @Nested(() => JourneyCriteriaRequest, { description: 'Quem satisfaz sai da jornada, a cada passo e a cada mudança.' })
  saida?: JourneyCriteriaRequest | null;

  @MayBeAbsent()
  @MayBeNull()
  @Nested(() => JourneyCriteriaRequest, { description: 'Quem satisfaz chegou ao objetivo, e sai.' })
  objetivo?: JourneyCriteriaRequest | null;
}

@GraphqlInput('JourneyActivationInput')
export class JourneyActivationRequest {
  @Flag({ description: 'true liga, e julga a jornada de novo; false desliga.' })
  ativa: boolean;

  @MayBeAbsent()
  @Flag({
    description: 'Ao desligar: se quem está dentro sai. Sem isso espera, e segue quando a jornada volta a ser ligada.',
  })
  encerrar?: boolean;
}

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
