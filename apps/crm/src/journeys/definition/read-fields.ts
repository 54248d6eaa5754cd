import { invalid } from './journey-problems.js';

/** An object of the body and its place, with the dot that follows it. */
export interface Fields {
  values: Readonly<Record<string, unknown>>;
  path: string;
}

/** @throws Problem Unprocessable for a field that is not among `names` */
export function onlyFields({ values, path }: Fields, names: readonly string[]): void {
  const stray = Object.keys(values).find((name) => values[name] !== undefined && !names.includes(name));
  if (stray === undefined) return;
  const known = names.length > 0 ? `Aqui há ${names.join(', ')}.` : 'Aqui não há campos.';
  throw invalid(`${path}${stray.slice(0, 100)}`, `Campo desconhecido. ${known}`);
}

/** A text that is not blank; null if it is absent. @throws Problem Unprocessable */
export function optionalText({ values, path }: Fields, name: string, max: number): string | null {
  const value = values[name];
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string' || value.trim() === '' || value.length > max)
    throw invalid(`${path}${name}`, `${name} deve ser um texto de 1 a ${max} caracteres.`);
  return value;
}

/** @throws Problem Unprocessable if it is absent, too */
export function requiredText(fields: Fields, name: string, max: number): string {
  const value = optionalText(fields, name, max);
  if (value === null) throw invalid(`${fields.path}${name}`, `Informe ${name}.`);
  return value;
}

/** A text of a certain form; null if it is absent. */
export function matchingText(fields: Fields, name: string, pattern: RegExp, form: string): string | null {
  const value = optionalText(fields, name, 200);
  if (value !== null && !pattern.test(value)) throw invalid(`${fields.path}${name}`, `${name} deve ser ${form}.`);
  return value;
}

/** A whole number from `min` to `max`. @throws Problem Unprocessable */
export function requiredInteger({ values, path }: Fields, name: string, min: number, max: number): number {
  const value = values[name];
  if (typeof value !== 'number' || !Number.isInteger(value) || value < min || value > max)
    throw invalid(`${path}${name}`, `${name} deve ser um inteiro de ${min} a ${max}.`);
  return value;
}
