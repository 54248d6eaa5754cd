import { ApiError, ServiceError, VERSION } from '../../sdk/src/index.js';
import { type Command, helpOf, parse } from './command.js';
import { COMMANDS } from './commands/index.js';
import { Context } from './context.js';
import { type Io, NotReadyError, UsageError } from './io.js';
import { shown } from './table.js';

/** How a command ends, for scripts. */
export const EXIT = { done: 0, failed: 1, usage: 2, notLoggedIn: 3, interrupted: 130 } as const;

/** Runs a command line. @returns the exit code */
export async function run(words: readonly string[], io: Io): Promise<number> {
  if (words[0] === '--version' || words[0] === '-v') return done(io, VERSION);
  if (words.length === 0 || ['--help', '-h', 'help'].includes(words[0] ?? ''))
    return done(io, overview(words.slice(1)));
  const command = find(words);
  if (!command) return wrong(io, `There is no command ${words.slice(0, 2).join(' ')}`, 'service --help');
  try {
    const { args, given } = parse(command, words.slice(command.name.split(' ').length));
    if (given['help']) return done(io, helpOf(command));
    await command.run(new Context(io, args, given));
    return EXIT.done;
  } catch (error) {
    return failed(io, command, error);
  }
}

function done(io: Io, text: string): number {
  io.out(text);
  return EXIT.done;
}

function wrong(io: Io, message: string, help: string): number {
  io.err(`${message}. See: ${help}`);
  return EXIT.usage;
}

function find(words: readonly string[]): Command | undefined {
  return COMMANDS.find(({ name }) => name === words.slice(0, name.split(' ').length).join(' '));
}

/** All commands, or those that begin with these words. */
function overview(words: readonly string[]): string {
  const one = find(words);
  if (one) return helpOf(one);
  const width = Math.max(...COMMANDS.map(({ name }) => name.length));
  return [
    'The command line of Service.',
    '',
    'Usage: service <command> [options]',
    '',
    ...COMMANDS.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`),
    '',
    'service <command> --help says more. Every command takes --json.',
  ].join('\n');
}

function failed(io: Io, command: Command, error: unknown): number {
  if (io.signal.aborted) return EXIT.interrupted;
  if (error instanceof UsageError) return wrong(io, error.message, `service ${command.name} --help`);
  if (error instanceof NotReadyError) {
    io.err(error.message);
    return EXIT.notLoggedIn;
  }
  if (error instanceof ApiError) {
    const where = error.field && !error.message.includes(error.field) ? ` (${error.field})` : '';
    io.err(shown(`${error.code}: ${error.message}${where}${error.requestId ? ` [${error.requestId}]` : ''}`));
    if (error.status !== 401) return EXIT.failed;
    io.err('The login is not valid any more, or was not made for this. Run: service login');
    return EXIT.notLoggedIn;
  }
  if (error instanceof ServiceError || error instanceof Error) {
    io.err(shown(error.message));
    return EXIT.failed;
  }
  throw error;
}
