import type { TenantCipher } from '../keys/tenant-cipher.js';
import type { Comparison } from './conditions.sql.js';
import { type CriteriaContext, FIELD_NAMES, resolveField } from './criterion-fields.js';
import { InvalidCriterion } from './criterion-problems.js';
import { type CriterionType, OPERATORS_OF_TYPES } from './criterion-types.js';
import { parseValue } from './criterion-values.js';
import { type Criterion, type Operator, OPERATOR_NAMES, type ScalarValue, type SealedText } from './criterion.js';
import type { CriterionField } from './fields-of-contacts.js';

/** A criterion whose field, operator and value go together. */
export interface ReadCriterion {
  name: string;
  field: CriterionField;
  operator: Operator;
  /** In plain text. */
  value: ScalarValue | readonly ScalarValue[] | null;
}

/** Why an operator is not for fields of a type, where that needs to be said. */
const REASONS: Partial<Record<CriterionType, string>> = {
  sealed: ' O valor é guardado cifrado, e só se compara por inteiro; para o domínio do e-mail há email_dominio.',
};

const SEALING = 'criteria';

/** @throws InvalidCriterion */
export function judgeCriterion(
  context: CriteriaContext,
  name: string,
  operator: string,
  given: unknown,
): ReadCriterion {
  const field = resolveField(name, context);
  if (!field) throw new InvalidCriterion('campo', unknownField(name));
  const allowed: readonly Operator[] = OPERATORS_OF_TYPES[field.type];
  const known = allowed.find((one) => OPERATOR_NAMES[one] === operator);
  if (known === undefined) {
    const names = allowed.map((one) => OPERATOR_NAMES[one]).join(', ');
    throw new InvalidCriterion(
      'operador',
      `O campo ${name} aceita os operadores ${names}.${REASONS[field.type] ?? ''}`,
    );
  }
  return { name, field, operator: known, value: parseValue(field, known, given) };
}

function unknownField(name: string): string {
  return name.startsWith('campos.')
    ? `A conta não tem o campo ${JSON.stringify(name.slice('campos.'.length, 100))}.`
    : `O campo ${JSON.stringify(name.slice(0, 100))} não existe em critérios. Use um de ${FIELD_NAMES}.`;
}

/**
 * A stored criterion, judged again: the fields of the account may have changed since.
 * @throws InvalidCriterion
 */
export function readCriterion(context: CriteriaContext, criterion: Criterion): ReadCriterion {
  return judgeCriterion(
    context,
    criterion.field,
    OPERATOR_NAMES[criterion.operator],
    openedValue(context.cipher, criterion),
  );
}

/** The value of a stored criterion as the API shows it. */
export function openedValue(cipher: TenantCipher, criterion: Criterion): ScalarValue | readonly ScalarValue[] | null {
  const { operator, value } = criterion;
  const sealed = sealedValues(criterion);
  if (sealed.length === 0) return value as ScalarValue | readonly ScalarValue[] | null;
  const texts = sealed.map((one) => openSealed(cipher, one));
  return operator === 'equals' ? texts[0]! : texts;
}

export const openSealed = (cipher: TenantCipher, { sealed }: SealedText): string =>
  cipher.open(SEALING, Buffer.from(sealed, 'base64'));

/** The sealed values of a criterion; empty for one that has others. */
export function sealedValues({ value }: Criterion): readonly SealedText[] {
  const isSealed = Array.isArray(value) && typeof value[0] === 'object';
  return isSealed ? (value as readonly SealedText[]) : [];
}

/** A criterion as it is stored: values of persons are sealed. */
export function storedCriterion({ cipher }: CriteriaContext, read: ReadCriterion): Criterion {
  const { name, field, operator, value } = read;
  if (!field.isSealed || value === null) return { field: name, operator, value };
  const sealed = listOf(value).map((text) => ({ sealed: cipher.seal(SEALING, String(text)).toString('base64') }));
  return { field: name, operator, value: sealed };
}

/** The comparison that a criterion asks for. */
export function comparisonOf({ field, operator, value }: ReadCriterion): Comparison {
  const { indexesOf, toStored } = field;
  if (value === null) return { operator, value };
  if (indexesOf) return { operator, value: listOf(value).flatMap((text) => indexesOf(String(text))) };
  if (!toStored) return { operator, value };
  return { operator, value: Array.isArray(value) ? value.map(toStored) : toStored(value as ScalarValue) };
}

const listOf = (value: ScalarValue | readonly ScalarValue[]): readonly ScalarValue[] =>
  Array.isArray(value) ? value : [value as ScalarValue];
