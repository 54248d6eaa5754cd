import { type CriterionType, formOf, type ValueForm } from './criterion-types.js';
import { InvalidCriterion } from './criterion-problems.js';
import { MAX_VALUES, type Operator, OPERATOR_NAMES, type ScalarValue } from './criterion.js';

/** One value as a field keeps it in a criterion; undefined if it cannot have it. */
export type ParseValue = (given: unknown) => ScalarValue | undefined;

/** Values that a field takes. */
export interface ValueRule {
  type: CriterionType;
  parse: ParseValue;
  /** Explains them, as the end of a sentence in Portuguese. */
  rule: string;
}

/** Longest span of `nos_ultimos_dias`: ten years. */
const MAX_DAYS = 3_650;
/** Fewest times of something, in `[vezes, dias]`. */
const MAX_TIMES = 1_000_000;

/**
 * A value in the form that is stored: null for an operator without one, else one value, or a list without repetitions.
 * @throws InvalidCriterion
 */
export function parseValue(
  field: ValueRule,
  operator: Operator,
  given: unknown,
): ScalarValue | readonly ScalarValue[] | null {
  return PARSERS[formOf(operator)](field, operator, given);
}

type Parser = (field: ValueRule, operator: Operator, given: unknown) => ScalarValue | readonly ScalarValue[] | null;

const PARSERS: Record<ValueForm, Parser> = {
  none: (_, operator, given) => {
    if (given === undefined || given === null || given === '') return null;
    throw invalidValue(`O operador ${OPERATOR_NAMES[operator]} não leva valor.`);
  },
  one: (field, _, given) => parseOne(field, given),
  list: (field, operator, given) => {
    if (!Array.isArray(given) || given.length === 0 || given.length > MAX_VALUES)
      throw invalidValue(`O operador ${OPERATOR_NAMES[operator]} leva uma lista de 1 a ${MAX_VALUES} valores.`);
    return [...new Set(given.map((one) => parseOne(field, one)))];
  },
  pair: (field, _, given) => {
    if (!Array.isArray(given) || given.length !== 2)
      throw invalidValue('O operador entre leva uma lista de dois valores: o primeiro e o último.');
    const [first, last] = given.map((one) => parseOne(field, one));
    if (compare(first!, last!) > 0) throw invalidValue('O primeiro valor de entre não pode vir depois do último.');
    return [first!, last!];
  },
  days: ({ type }, _, given) => {
    if (isCount(given, MAX_DAYS)) return given;
    if (type !== 'count')
      throw invalidValue(`O operador nos_ultimos_dias leva um número de dias, inteiro de 1 a ${MAX_DAYS}.`);
    if (Array.isArray(given) && given.length === 2 && isCount(given[0], MAX_TIMES) && isCount(given[1], MAX_DAYS))
      return given as number[];
    throw invalidValue(
      `O operador nos_ultimos_dias leva um número de dias, inteiro de 1 a ${MAX_DAYS}, ou a lista [vezes, dias].`,
    );
  },
};

function parseOne({ parse, rule }: ValueRule, given: unknown): ScalarValue {
  const value = parse(given);
  if (value === undefined) throw invalidValue(`O valor ${rule}.`);
  return value;
}

/** Dates and times of RFC 3339 are compared as times, a date alone being its beginning. */
function compare(one: ScalarValue, other: ScalarValue): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return Date.parse(String(one)) - Date.parse(String(other));
}

const isCount = (given: unknown, max: number): given is number =>
  typeof given === 'number' && Number.isInteger(given) && given >= 1 && given <= max;

const invalidValue = (message: string) => new InvalidCriterion('valor', message);
