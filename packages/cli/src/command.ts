import { parseArgs, type ParseArgsConfig } from 'node:util';
import type { Context } from './context.js';
import { UsageError } from './io.js';

/** An option of a command. */
export interface Option {
  name: string;
  /** The name of its value in the help; absent for a switch. */
  value?: string;
  help: string;
  /** May be given several times. */
  several?: true;
  short?: string;
}

export interface Command {
  /** One or two words. */
  name: string;
  summary: string;
  /** Names of the arguments; one in brackets may be absent. */
  args?: readonly string[];
  options?: readonly Option[];
  example?: string;
  run(context: Context): Promise<void>;
}

/** Options of every command. */
export const COMMON: readonly Option[] = [
  { name: 'json', help: 'print JSON, one line for each thing' },
  { name: 'profile', value: 'name', help: 'the login to use; "default" unless given' },
  { name: 'help', short: 'h', help: 'print this' },
];

/** Values of options, by name. */
export type Given = Readonly<Record<string, string | boolean | string[] | undefined>>;

/** Reads the words after the command. @throws UsageError */
export function parse(command: Command, words: string[]): { args: string[]; given: Given } {
  const { values, positionals } = parsed(command, words);
  if (values['help']) return { args: [], given: values };
  const names = command.args ?? [];
  const required = names.filter((name) => !name.startsWith('['));
  const missing = required[positionals.length];
  if (missing) throw new UsageError(`${missing} is missing`);
  if (positionals.length > names.length) throw new UsageError(`${positionals[names.length]} is too much`);
  return { args: positionals, given: values };
}

function parsed(command: Command, args: string[]): { values: Given; positionals: string[] } {
  const options: ParseArgsConfig['options'] = Object.fromEntries(
    [...(command.options ?? []), ...COMMON].map(({ name, value, several, short }) => [
      name,
      { type: value ? 'string' : 'boolean', multiple: several ?? false, ...(short && { short }) } as const,
    ]),
  );
  try {
    return parseArgs({ args, options, allowPositionals: true }) as { values: Given; positionals: string[] };
  } catch (error) {
    throw new UsageError((error as Error).message, { cause: error });
  }
}

/** The help of a command. */
export function helpOf({ name, summary, args = [], options = [], example }: Command): string {
  const usage = ['service', name, ...args.map((arg) => (arg.startsWith('[') ? arg : `<${arg}>`)), '[options]'].join(
    ' ',
  );
  const left = (one: Option) =>
    `${one.short ? `-${one.short}, ` : ''}--${one.name}${one.value ? ` <${one.value}>` : ''}`;
  const all = [...options, ...COMMON];
  const width = Math.max(...all.map((one) => left(one).length));
  const lines = all.map((one) => `  ${left(one).padEnd(width)}  ${one.help}${one.several ? '; may be repeated' : ''}`);
  return [
    `${summary}.`,
    '',
    `Usage: ${usage}`,
    '',
    ...lines,
    ...(example ? ['', 'Example:', `  ${example}`] : []),
  ].join('\n');
}
