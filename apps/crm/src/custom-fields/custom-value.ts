import { foldText } from '../fold-text.js';
import type { CustomField } from './custom-field.entity.js';

/** Value of a custom field; `choices` have a list. */
export type CustomValue = string | number | boolean | string[];
/** Values by the keys of their fields. */
export type CustomValues = Record<string, CustomValue>;

export const CUSTOM_TEXT_MAX = 1_000;
/** Largest amount of a number. Up to it, a number is the same in JSON, CSV and Postgres. */
const NUMBER_MAX = 1e15;
const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const YES = new Set(['true', '1', 'sim', 's', 'verdadeiro', 'yes']);
const NO = new Set(['false', '0', 'nao', 'não', 'n', 'falso', 'no']);

/** Explains which values a field takes, as the end of a sentence in Portuguese. */
export function ruleOf({ type, options }: Pick<CustomField, 'type' | 'options'>): string {
  switch (type) {
    case 'text':
      return `deve ser um texto de até ${CUSTOM_TEXT_MAX} caracteres`;
    case 'number':
      return 'deve ser um número';
    case 'boolean':
      return 'deve ser true ou false';
    case 'date':
      return 'deve ser uma data no formato AAAA-MM-DD';
    case 'choice':
      return `deve ser um de ${options.join(', ')}`;
    case 'choices':
      return `deve ser uma lista de valores entre ${options.join(', ')}`;
  }
}

/** A value as it is stored: null if it is empty, undefined if the field cannot have it. */
export function parseCustomValue(
  { type, options }: Pick<CustomField, 'type' | 'options'>,
  value: unknown,
): CustomValue | null | undefined {
  if (value === null) return null;
  switch (type) {
    case 'text':
      return typeof value === 'string' ? parseText(value) : undefined;
    case 'number':
      // JSON and Postgres have one zero.
      return typeof value === 'number' && Math.abs(value) <= NUMBER_MAX ? value + 0 : undefined;
    case 'boolean':
      return typeof value === 'boolean' ? value : undefined;
    case 'date':
      return typeof value === 'string' && isDate(value) ? value : undefined;
    case 'choice':
      return typeof value === 'string' && options.includes(value) ? value : undefined;
    case 'choices':
      return parseChoices(options, value);
  }
}

/** The same of a text, as files and queries have it. Choices are separated by `;`. */
export function parseCustomText(
  field: Pick<CustomField, 'type' | 'options'>,
  text: string,
): CustomValue | null | undefined {
  const given = text.trim();
  if (given === '') return null;
  switch (field.type) {
    case 'number':
      return /^[+-]?\d+(?:[.,]\d+)?$/.test(given)
        ? parseCustomValue(field, Number(given.replace(',', '.')))
        : undefined;
    case 'boolean':
      return YES.has(given.toLowerCase()) ? true : NO.has(given.toLowerCase()) ? false : undefined;
    case 'choices':
      return parseCustomValue(
        field,
        given.split(';').flatMap((part) => part.trim() || []),
      );
    default:
      return parseCustomValue(field, given);
  }
}

/** An option as the field spells it; a text that is none is returned as it is. */
export function spelledOption(options: readonly string[], text: string): string {
  if (options.includes(text)) return text;
  const folded = foldText(text);
  return options.find((option) => foldText(option) === folded) ?? text;
}

function parseText(value: string): string | null | undefined {
  const text = value.trim();
  if ([...text].length > CUSTOM_TEXT_MAX) return undefined;
  return text === '' ? null : text;
}

function parseChoices(options: readonly string[], value: unknown): string[] | null | undefined {
  if (!Array.isArray(value) || !value.every((item) => options.includes(item as string))) return undefined;
  const chosen = options.filter((option) => value.includes(option));
  return chosen.length === 0 ? null : chosen;
}

/** Whether the calendar has the day. */
function isDate(text: string): boolean {
  const [, year, month, day] = DATE.exec(text)?.map(Number) ?? [];
  if (year === undefined || month === undefined || day === undefined || year === 0) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.getUTCDate() === day && date.getUTCMonth() + 1 === month;
}
