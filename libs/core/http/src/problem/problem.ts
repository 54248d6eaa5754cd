import { definitionOf, type ProblemCode } from './codes.js';

/** A fault of a request and its place; `Field` is a path such as `Destination.ToAddresses[3]`. */
export interface ProblemDetail {
  Field: string;
  Message: string;
}

export interface ProblemOptions {
  /** The message for the client; the code's default if absent. Never put a driver's error or user input into it. */
  message?: string;
  details?: ProblemDetail[];
  /** Response headers that belong to the problem, such as Retry-After. */
  headers?: Record<string, string>;
  /** Further keys beside the envelope's own. */
  extra?: Record<string, unknown>;
  /** For the log; never sent. */
  cause?: unknown;
}

/** The only error that clients see. Its status and default message come from the definition of its code. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly status: number;
  readonly details: readonly ProblemDetail[] | undefined;
  readonly headers: Readonly<Record<string, string>> | undefined;
  readonly extra: Readonly<Record<string, unknown>> | undefined;
  /** Whether the message differs from the code's default. */
  readonly hasOwnMessage: boolean;

  constructor(
    readonly code: ProblemCode,
    options: ProblemOptions = {},
  ) {
    const { status, message } = definitionOf(code);
    super(options.message ?? message, options.cause === undefined ? undefined : { cause: options.cause });
    this.status = status;
    this.details = options.details;
    this.headers = options.headers;
    this.extra = options.extra;
    this.hasOwnMessage = options.message !== undefined;
  }
}
