/** Ways of comparing a field, by their names in the API. */
export const OPERATOR_NAMES = {
  equals: 'igual',
  differs: 'diferente',
  contains: 'contem',
  excludes: 'nao_contem',
  startsWith: 'comeca_com',
  in: 'em',
  notIn: 'nao_em',
  greater: 'maior',
  less: 'menor',
  between: 'entre',
  filled: 'preenchido',
  empty: 'vazio',
  inLastDays: 'nos_ultimos_dias',
} as const;

export type Operator = keyof typeof OPERATOR_NAMES;
export type Conjunction = 'and' | 'or';

/** An e-mail address or telephone number under the tenant's key. */
export interface SealedText {
  /** Base64. */
  sealed: string;
}

export type ScalarValue = string | number | boolean;
export type CriterionValue = ScalarValue | readonly ScalarValue[] | readonly SealedText[] | null;

/** A condition on one field, as it is stored. */
export interface Criterion {
  /** As the API names it, such as `estagio` or `campos.frota`. */
  field: string;
  operator: Operator;
  /** As the API takes it; e-mail addresses and telephone numbers are sealed. Null where the operator needs none. */
  value: CriterionValue;
}

/** Conditions on contacts, as they are stored. */
export interface Criteria {
  conjunction: Conjunction;
  criteria: readonly Criterion[];
}

/** A condition as a client gave it. */
export interface GivenCriterion {
  campo: string;
  operador: string;
  valor?: unknown;
}

export const MAX_CRITERIA = 20;
/** Values in one list. */
export const MAX_VALUES = 500;
