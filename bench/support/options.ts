import { parseArgs } from 'node:util';

export interface RoundOptions {
  /** How often figure and limit are measured, one after the other. */
  rounds: number;
  /** How long each measurement takes. */
  seconds: number;
}

/** Reads `--rounds`, `--seconds` and the other numbers of the bench from the command line. */
export function readOptions<T extends Record<string, number>>(defaults: T): T {
  const names = Object.keys(defaults);
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]));
  const { values } = parseArgs({ options, allowPositionals: false });
  const given = Object.entries(values).map(([name, text]) => [name, positiveNumber(name, String(text))]);
  return { ...defaults, ...Object.fromEntries(given) };
}

function positiveNumber(name: string, text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new Error(`--${name} must be a number above zero, not "${text}"`);
  return value;
}
