/** The world of a command: arguments come in, text goes out. */
export interface Io {
  env: Readonly<Record<string, string | undefined>>;
  out(text: string): void;
  err(text: string): void;
  /** Standard input, whole. */
  read(): Promise<string>;
  /** Ends by Ctrl-C. */
  signal: AbortSignal;
}

/** A wrong use of the command line. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** A step that a user must take first, such as logging in. */
export class NotReadyError extends Error {
  override name = 'NotReadyError';
}
