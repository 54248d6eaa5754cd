import { isDate, isTimestamp, isUuid } from '#libs/core/http';
import type { CustomField } from '../custom-fields/custom-field.entity.js';
import { CUSTOM_TEXT_MAX, spelledOption } from '../custom-fields/custom-value.js';
import { type CatalogueField, columnOf } from '../field-catalogue/field-catalogue.js';
import { foldText } from '../fold-text.js';
import { parseCountryCode } from '../places.js';
import { customColumn } from './custom-column.sql.js';
import {
  type Clock,
  ofChoices,
  ofDate,
  ofExact,
  ofMoment,
  ofNumber,
  ofTags,
  ofText,
  type Render,
} from './conditions.sql.js';
import type { ScalarValue } from './criterion.js';
import type { ParseValue, ValueRule } from './criterion-values.js';

/** A field as criteria compare it. */
export interface CriterionField extends ValueRule {
  render: Render;
  /** A value of a criterion as the column has it; absent where it is the same. */
  toStored?: (value: ScalarValue) => ScalarValue;
  /** Returns the blind indexes by which a sealed value is found. */
  indexesOf?: (value: string) => Buffer[];
  /** True if criteria keep its values sealed, since they are of persons. */
  isSealed?: boolean;
}

const NUMBER_MAX = 1e15;
const ID_MAX = 64;

const parseText: ParseValue = (given) => {
  const text = typeof given === 'string' ? given.trim() : '';
  // A fold leaves nothing of a lone accent, and nothing is in every text.
  return foldText(text) !== '' && [...text].length <= CUSTOM_TEXT_MAX && !text.includes('\0') ? text : undefined;
};

const TEXT = { parse: parseText, rule: `deve ser um texto de 1 a ${CUSTOM_TEXT_MAX} caracteres` };
const NUMBER = {
  parse: (given: unknown) => (typeof given === 'number' && Math.abs(given) <= NUMBER_MAX ? given + 0 : undefined),
  rule: 'deve ser um número',
};
const BOOLEAN = {
  parse: (given: unknown) => (typeof given === 'boolean' ? given : undefined),
  rule: 'deve ser true ou false',
};
const DATE = {
  parse: (given: unknown) => (isDate(given) ? given : undefined),
  rule: 'deve ser uma data no formato AAAA-MM-DD',
};
const MOMENT = {
  parse: (given: unknown) => (isDate(given) || isTimestamp(given) ? given : undefined),
  rule: 'deve ser uma data no formato AAAA-MM-DD, ou um instante em RFC 3339',
};
export const ID = {
  parse: (given: unknown) =>
    typeof given === 'string' && /^[\w-]+$/.test(given) && given.length <= ID_MAX ? given : undefined,
  rule: `deve ser um id, de 1 a ${ID_MAX} caracteres`,
};
const UUID = {
  parse: (given: unknown) => (isUuid(given) ? given.toLowerCase() : undefined),
  rule: 'deve ser um UUID',
};
const COUNTRY = {
  parse: (given: unknown) => (typeof given === 'string' ? (parseCountryCode(given) ?? undefined) : undefined),
  rule: 'deve ser um país em ISO 3166-1 alfa-2, como BR',
};

const optionRule = (options: readonly string[]) => ({
  parse: (given: unknown) => {
    const option = typeof given === 'string' ? spelledOption(options, given.trim()) : '';
    return options.includes(option) ? option : undefined;
  },
  rule: `deve ser um de ${options.join(', ')}`,
});

const folded = (value: ScalarValue): string => foldText(String(value));

/** A field that every contact has; undefined for one that only the tables of identifiers have. */
export function nativeField(field: CatalogueField, clock: Clock): CriterionField | undefined {
  return field.property === undefined ? undefined : catalogueField(field, 'c', clock);
}

/** A field of the catalogue. @param row name of the row that has it */
export function catalogueField(field: CatalogueField, row: string, clock: Clock): CriterionField {
  const column = `${row}.${columnOf(field.property!)}`;
  switch (field.type) {
    case 'numero':
      return { type: 'number', ...NUMBER, render: ofNumber(column) };
    case 'data':
      return { type: 'moment', ...MOMENT, render: ofMoment(column, clock) };
    case 'multipla':
      return { type: 'choices', ...TEXT, render: ofTags(column), toStored: folded };
    case 'usuario':
      return { type: 'choice', ...ID, render: ofExact(column) };
    case 'empresa':
      return { type: 'choice', ...UUID, render: ofExact(column, 'uuid') };
    default:
      return textOf(field, column, row);
  }
}

function textOf({ values, isCountry, foldedColumn }: CatalogueField, column: string, row: string): CriterionField {
  if (isCountry) return { type: 'choice', ...COUNTRY, render: ofExact(column) };
  if (!values) {
    const comparable = foldedColumn === undefined ? undefined : `${row}.${foldedColumn}`;
    return { type: 'text', ...TEXT, render: ofText(column, comparable), toStored: folded };
  }
  const stored = new Map(Object.entries(values).map(([key, name]) => [name, key]));
  return {
    type: 'choice',
    ...optionRule([...stored.keys()]),
    render: ofExact(column),
    toStored: (value) => stored.get(String(value))!,
  };
}

/** A time of the contact that is no field of the catalogue. */
export const momentField = (column: string, clock: Clock): CriterionField => ({
  type: 'moment',
  ...MOMENT,
  render: ofMoment(`c.${column}`, clock),
});

/** A field of the account. */
export function customField({ key, type, options }: CustomField, clock: Clock): CriterionField {
  const column = customColumn(key, type);
  switch (type) {
    case 'text':
      return { type: 'text', ...TEXT, render: ofText(column), toStored: folded };
    case 'number':
      return { type: 'number', ...NUMBER, render: ofNumber(column) };
    case 'boolean':
      return { type: 'boolean', ...BOOLEAN, render: ofExact(column, 'boolean') };
    case 'date':
      return { type: 'date', ...DATE, render: ofDate(column, clock) };
    case 'choice':
      return { type: 'choice', ...optionRule(options), render: ofExact(column) };
    case 'choices':
      return { type: 'choices', ...optionRule(options), render: ofChoices(column) };
  }
}

export const FLAG = { type: 'flag', ...BOOLEAN } as const;
export const COUNT = {
  type: 'count',
  parse: (given: unknown) =>
    typeof given === 'number' && Number.isInteger(given) && given >= 0 && given <= NUMBER_MAX ? given : undefined,
  rule: 'deve ser um número inteiro, de 0 em diante',
} as const;
