import { parseArgs } from 'node:util';

export interface RoundOptions {
  /** How often figure and limit are measured, one after the other. */
  rounds: number;
  /** How long each measurement takes. */
  seconds: number;
}

/** Reads `--rounds`, `--seconds` and the other numbers of the bench from the command line. */
export function readOptions<T extends Record<string, number>>(defaults: T, args = process.argv.slice(2)): T {
  const names = Object.keys(defaults);
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]));
  const { values } = parseArgs({ args, options, allowPositionals: false });
  const given = Object.entries(values).map(([name, text]) => [name, positiveNumber(name, String(text))]);
  return { ...defaults, ...Object.fromEntries(given) };
}

/** The same, and `--only=one,two`, which chooses out of names; all of them if it is absent. */
export function readOptionsAndNames<T extends Record<string, number>, N extends string>(
  defaults: T,
  names: readonly N[],
): T & { only: N[] } {
  const rest = process.argv.slice(2);
  const at = rest.findIndex((argument) => argument === '--only' || argument.startsWith('--only='));
  const given = at < 0 ? [] : rest.splice(at, rest[at] === '--only' ? 2 : 1);
  const only = (given.at(-1)?.replace('--only=', '') ?? names.join()).split(',') as N[];
  const strange = only.filter((name) => !names.includes(name));
  if (strange.length > 0) throw new Error(`--only may name ${names.join(', ')}, not ${strange.join(', ')}`);
  return { ...readOptions(defaults, rest), only };
}

function positiveNumber(name: string, text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new Error(`--${name} must be a number above zero, not "${text}"`);
  return value;
}
