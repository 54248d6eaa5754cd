import { Drop, type Context } from 'liquidjs';
import { Amount, numberText } from './amount.js';

type Filter = (this: { context: Context }, value: unknown, ...args: unknown[]) => unknown;

/** A value as it is output: data of several fields as JSON, since its own text says nothing, and numbers with their digits. */
export function shown(value: unknown): unknown {
  if (typeof value === 'number')
    return Number.isInteger(value) && Number.isSafeInteger(value) ? value : numberText(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value) || value instanceof Date) return value;
  if (value instanceof Amount) return value.toString();
  if (value instanceof Drop) return value;
  return JSON.stringify(value);
}

/** Lets a filter of texts see values as they are output. */
export function ofShownValues(filter: Filter): Filter {
  return function (value, ...args) {
    return filter.call(this, seen(value), ...args.map(seen));
  };
}

function seen(value: unknown): unknown {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value)) return shown(value);
  return value.some((item) => typeof item === 'object' && item !== null) ? value.map(seen) : value;
}

/** The text of a value, as it is output. */
export function textOf(value: unknown): string {
  const text = shown(value instanceof Drop && !(value instanceof Amount) ? value.valueOf() : value);
  if (typeof text === 'string') return text;
  if (text === undefined || text === null) return '';
  return Array.isArray(text) ? text.map(textOf).join('') : String(text);
}
