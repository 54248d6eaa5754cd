import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { IsArray } from 'class-validator';
import { GraphqlInput } from '#libs/core/graphql';
import { Flag, FreeObject, Integer, ListOf, MayBeAbsent, MayBeNull, Nested, rule, Text } from '#libs/core/http';
import {
  ACTION_HELP,
  CRITERIA_SCHEMA,
  REENTRY_HELP,
  STEPS_READ,
  TRIGGER_HELP,
  TRIGGERS,
  WAIT_SCHEMA,
} from './journey-schemas.js';

const NAME_MAX = 200;
const WORD_MAX = 40;
const PARAMETERS_MAX_BYTES = 204_800;
const NUMBER = { min: -1_000_000_000, max: 1_000_000_000 };

const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);

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
