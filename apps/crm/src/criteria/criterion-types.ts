import type { Operator } from './criterion.js';

/** Kinds of fields by what can be asked of them. */
export const OPERATORS_OF_TYPES = {
  text: ['equals', 'differs', 'contains', 'excludes', 'startsWith', 'in', 'notIn', 'filled', 'empty'],
  /** A value out of few, an id, or a country. */
  choice: ['equals', 'differs', 'in', 'notIn', 'filled', 'empty'],
  choices: ['contains', 'excludes', 'in', 'notIn', 'filled', 'empty'],
  number: ['equals', 'differs', 'in', 'notIn', 'greater', 'less', 'between', 'filled', 'empty'],
  boolean: ['equals', 'differs', 'filled', 'empty'],
  /** True or false, never absent. */
  flag: ['equals', 'differs'],
  date: ['equals', 'differs', 'greater', 'less', 'between', 'inLastDays', 'filled', 'empty'],
  moment: ['equals', 'differs', 'greater', 'less', 'between', 'inLastDays', 'filled', 'empty'],
  sealed: ['equals', 'in', 'notIn', 'filled', 'empty'],
  domain: ['equals', 'differs', 'in', 'notIn'],
  /** Things that a person did, each with an id. */
  acts: ['contains', 'excludes', 'in', 'notIn', 'inLastDays', 'filled', 'empty'],
  /** One of these things. */
  act: ['inLastDays', 'filled', 'empty'],
  /** How often a person did something. */
  count: ['equals', 'greater', 'less', 'between', 'inLastDays', 'filled', 'empty'],
} as const satisfies Record<string, readonly Operator[]>;

export type CriterionType = keyof typeof OPERATORS_OF_TYPES;

/** Form of the value that an operator takes. */
export type ValueForm = 'none' | 'one' | 'list' | 'pair' | 'days';

const FORMS: Record<Operator, ValueForm> = {
  equals: 'one',
  differs: 'one',
  contains: 'one',
  excludes: 'one',
  startsWith: 'one',
  in: 'list',
  notIn: 'list',
  greater: 'one',
  less: 'one',
  between: 'pair',
  filled: 'none',
  empty: 'none',
  inLastDays: 'days',
};

export const formOf = (operator: Operator): ValueForm => FORMS[operator];
