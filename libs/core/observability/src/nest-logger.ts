import type { LoggerService } from '@nestjs/common';
import { type Logger } from './logger.js';

/** Writes Nest's messages to our log; its start-up messages get the level debug. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, ...rest: unknown[]): void {
    this.logger.debug(textOf(message), { component: componentOf(rest) });
  }

  debug(message: unknown, ...rest: unknown[]): void {
    this.logger.debug(textOf(message), { component: componentOf(rest) });
  }

  verbose(message: unknown, ...rest: unknown[]): void {
    this.logger.debug(textOf(message), { component: componentOf(rest) });
  }

  warn(message: unknown, ...rest: unknown[]): void {
    this.logger.warn(textOf(message), { component: componentOf(rest) });
  }

  error(message: unknown, ...rest: unknown[]): void {
    const error = [message, ...rest].find((item) => item instanceof Error) ?? stackOf(rest);
    this.logger.error(textOf(message), { component: componentOf(rest), ...(error === undefined ? {} : { error }) });
  }

  fatal(message: unknown, ...rest: unknown[]): void {
    this.error(message, ...rest);
  }
}

const textOf = (message: unknown): string => (message instanceof Error ? message.message : String(message));

/** Nest passes the name of the component last. */
function componentOf(rest: unknown[]): string | undefined {
  const last = rest.at(-1);
  return typeof last === 'string' && !last.includes('\n') ? last : undefined;
}

/** Nest passes the stack of an error as text. */
function stackOf(rest: unknown[]): Error | undefined {
  const stack = rest.find((item) => typeof item === 'string' && item.includes('\n    at '));
  if (typeof stack !== 'string') return undefined;
  const [message = ''] = stack.split('\n', 1);
  return Object.assign(new Error(message), { stack });
}
