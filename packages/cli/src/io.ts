/** The world of a command: arguments come in, text goes out. */
export interface Io {
  env: Readonly<Record<string, string | undefined>>;
  out(text: string): void;
  err(text: string): void;
  /** Standard input, whole. */
  read(): Promise<string>;
  /** Headers by which this program says to the server what it is, and on which machine: users see it where they approve a
   * login, and in the list of their sessions. */
  introduction: Readonly<Record<string, string>>;
  /** Opens a page in the browser of this machine, if there is one. */
  open(url: string): void;
  /** Waits; rejects when the user ends it. */
  wait(ms: number): Promise<void>;
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
