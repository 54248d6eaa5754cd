import { pino, type DestinationStream } from 'pino';

/** How long a line waits for others (milliseconds). */
const LINGER_MS = 100;
const GATHERED_CHARACTERS = 8 * 1024;
/** Kept while nobody reads what is written; then lines are lost, not the process. */
const MOST_BYTES = 16 * 1024 * 1024;

/**
 * Writes lines to a file descriptor, several at a time: each write wakes a thread of libuv's and then the loop, which
 * costs a request more than its line. They are written when they are many or old, on {@link flush} and on
 * {@link flushSync}. A process that is killed takes the last tenth of a second with it.
 */
export class LogOutput implements DestinationStream {
  readonly #destination: ReturnType<typeof pino.destination>;
  #gathered = '';
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(fd: number) {
    this.#destination = pino.destination({ dest: fd, sync: false, maxLength: MOST_BYTES });
    this.#destination.on('close', () => (this.#closed = true));
    // A disk that is full, say: the lines are lost, and the work that they tell of goes on.
    this.#destination.on('error', () => undefined);
  }

  write(line: string): void {
    this.#gathered += line;
    if (this.#gathered.length >= GATHERED_CHARACTERS) this.flush();
    else this.#timer ??= setTimeout(() => this.flush(), LINGER_MS).unref();
  }

  /** Begins to write what is there. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const lines = this.#gathered;
    this.#gathered = '';
    if (lines !== '' && !this.#closed) this.#destination.write(lines);
  }

  /** Writes what is there before it returns, as far as it can be written: for the end of the process. */
  flushSync(): void {
    this.flush();
    try {
      if (!this.#closed) this.#destination.flushSync();
    } catch {
      // There is nobody left to tell.
    }
  }
}

let stdout: LogOutput | undefined;

/**
 * The process's own, one for all its loggers, with nothing left in it when the process ends, also by an exception.
 * Undefined where somebody has put something else in place of stdout.
 */
export function stdoutOfLog(): LogOutput | undefined {
  if (Object.hasOwn(process.stdout, 'write')) return undefined;
  return (stdout ??= lastingOutput(process.stdout.fd));
}

function lastingOutput(fd: number): LogOutput {
  const output = new LogOutput(fd);
  process.on('beforeExit', () => output.flush());
  process.on('exit', () => output.flushSync());
  return output;
}
