import { definitionOf, type ProblemCode } from './codes.js';

/** Where a request is wrong and how; `Field` is a path such as `Destination.ToAddresses[3]`. */
export interface ProblemDetail {
  Field: string;
  Message: string;
}

export interface ProblemOptions {
  /** What the client reads, instead of the code's own text. Never put a driver's or a user's words into it. */
  message?: string;
  details?: ProblemDetail[];
  /** Response headers that belong to the problem, such as Retry-After. */
  headers?: Record<string, string>;
  /** Further keys beside the envelope's own, where an API shows some (such as the bindings that hold an object). */
  extra?: Record<string, unknown>;
  /** Goes to the log, never out. */
  cause?: unknown;
}

/** The one kind of error that a client may see. Its status and default text come from the definition of its code. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly status: number;
  readonly details: readonly ProblemDetail[] | undefined;
  readonly headers: Readonly<Record<string, string>> | undefined;
  readonly extra: Readonly<Record<string, unknown>> | undefined;
  /** Whether the message is the thrower's own and not the code's. */
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
