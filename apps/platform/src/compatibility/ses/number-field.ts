import type { TheirFields } from '../frame/their-fields.js';

interface NumberRange {
  min: number;
  max: number;
  fallback: number;
}

/** A whole number that came as a number, or as a text of a form or a query. @throws Problem ValidationError */
export function wholeNumberOf(fields: TheirFields, name: string, { min, max, fallback }: NumberRange): number {
  const value = fields.value(name);
  if (value === undefined) return fallback;
  const number = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value;
  if (typeof number === 'number' && Number.isInteger(number) && number >= min && number <= max) return number;
  throw fields.invalid(name, `must be a whole number from ${min} to ${max}`);
}
