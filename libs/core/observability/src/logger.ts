import { pino, type DestinationStream, type Level, type Logger as PinoLogger } from 'pino';
import { allowedFields, type Loggable, type LogFields } from './log-fields.js';
import { stdoutOfLog } from './log-output.js';
import { currentSpanIds } from './tracing.js';
import { currentContext } from './work-context.js';

export interface LoggerOptions {
  /** Name of the app, in every line. */
  service: string;
  level?: Level | 'silent';
  /** Destination of the lines; stdout by default. Flushed after each line of level `warn` or above. */
  destination?: DestinationStream & { flush?(): void };
}

/** Levels whose lines wait for the next flush. */
const BUFFERED: ReadonlySet<Level> = new Set(['trace', 'debug', 'info']);

/**
 * Structured log: one JSON object a line, a fixed message, allowed fields, and those of the context that it is written
 * in, its trace among them. Never throws.
 */
export class Logger {
  #pino: PinoLogger;
  #destination: LoggerOptions['destination'];

  constructor(options: LoggerOptions) {
    this.#destination = options.destination ?? stdoutOfLog();
    this.#pino = create(options, this.#destination);
  }

  /** Replaces the options, for everything that uses this logger. */
  configure(options: LoggerOptions): void {
    this.#destination = options.destination ?? stdoutOfLog();
    this.#pino = create(options, this.#destination);
  }

  isEnabled(level: Level): boolean {
    return this.#pino.isLevelEnabled(level);
  }

  debug<F extends LogFields>(message: string, fields?: Loggable<F>): void {
    this.write('debug', message, fields);
  }

  info<F extends LogFields>(message: string, fields?: Loggable<F>): void {
    this.write('info', message, fields);
  }

  warn<F extends LogFields>(message: string, fields?: Loggable<F>): void {
    this.write('warn', message, fields);
  }

  error<F extends LogFields>(message: string, fields?: Loggable<F>): void {
    this.write('error', message, fields);
  }

  write<F extends LogFields>(level: Level, message: string, fields?: Loggable<F>): void {
    if (!this.#pino.isLevelEnabled(level)) return;
    this.#pino[level](allowedFields({ ...currentContext()?.logFields, ...currentSpanIds(), ...fields }), message);
    if (!BUFFERED.has(level)) this.#destination?.flush?.();
  }
}

function create({ service, level = 'info' }: LoggerOptions, destination: DestinationStream | undefined): PinoLogger {
  const options = {
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
  };
  return destination ? pino(options, destination) : pino(options);
}

/** The log of this process. Call `configure` once at the start; until then it logs warnings and errors only. */
export const logger = new Logger({ service: 'unnamed', level: 'warn' });
