import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { GraphqlInput, GraphqlObject } from '#libs/core/graphql';
import { ListOf, MayBeAbsent, MayBeNull, OneOf, rule, Text } from '#libs/core/http';
import type { TenantCipher } from '../keys/tenant-cipher.js';
import { type Criteria, type Criterion, OPERATOR_NAMES } from './criterion.js';
import { CONJUNCTION_NAMES } from './parse-criteria.js';
import { openedValue } from './read-criterion.js';

/** More than are allowed, so that the refusal says how many are. */
const CRITERIA_MAX = 100;
const OPERATORS = Object.values(OPERATOR_NAMES);

const VALUE = {
  required: false,
  oneOf: [
    { type: 'string', nullable: true },
    { type: 'number' },
    { type: 'boolean' },
    { type: 'array', items: { oneOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }] } },
  ],
  description:
    'Texto, número, booleano, data ou lista, pelo tipo do campo. `em` e `nao_em` levam uma lista, `entre` o primeiro e o último, ' +
    '`nos_ultimos_dias` um número de dias (de `eventos.<nome>` também `[vezes, dias]`), `preenchido` e `vazio` nada.',
};

const isScalar = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value);
const isValue = (value: unknown) =>
  value === null || isScalar(value) || (Array.isArray(value) && value.every(isScalar));

/** The value of a criterion; the field decides which are possible. */
const CriterionValueField = (): PropertyDecorator =>
  applyDecorators(
    MayBeAbsent(),
    rule('isCriterionValue', isValue, 'must be a text, a number, a boolean, a list of them or null'),
    ApiProperty({ ...VALUE, example: 'cliente' }),
  );

@GraphqlInput('CriterionInput')
export class CriterionRequest {
  @Text({ min: 1, max: 100, example: 'estagio', description: 'Como na tabela do guia, por exemplo `campos.frota`.' })
  campo: string;

  @Text({ min: 1, max: 40, example: 'igual', description: OPERATORS.join(', ') })
  operador: string;

  @CriterionValueField()
  valor?: unknown;
}

/** Criteria in the body of a request. */
@GraphqlInput('CriteriaInput')
export class CriteriaRequest {
  @MayBeAbsent()
  @ListOf(() => CriterionRequest, { max: CRITERIA_MAX, description: 'De 1 a 20.' })
  criterios?: CriterionRequest[];

  @MayBeAbsent()
  @MayBeNull()
  @OneOf(Object.values(CONJUNCTION_NAMES), {
    description: 'Se valem todos os critérios ou basta um; `e` quando ausente.',
  })
  conjuncao?: string | null;
}

@GraphqlObject('Criterion')
export class CriterionObject {
  @ApiProperty({ example: 'estagio' })
  campo: string;

  @ApiProperty({ enum: OPERATORS })
  operador: string;

  @ApiProperty({ ...VALUE, required: true, example: 'cliente' })
  valor: unknown;

  static of(cipher: TenantCipher, criterion: Criterion): CriterionObject {
    const { field, operator } = criterion;
    return { campo: field, operador: OPERATOR_NAMES[operator], valor: openedValue(cipher, criterion) };
  }
}

/** Criteria as the API shows them. */
export const toWireCriteria = (cipher: TenantCipher, { conjunction, criteria }: Criteria) => ({
  criterios: criteria.map((criterion) => CriterionObject.of(cipher, criterion)),
  conjuncao: CONJUNCTION_NAMES[conjunction],
});
