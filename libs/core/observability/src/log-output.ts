import { pino, type DestinationStream } from 'pino';

/** How long a line is buffered at most (milliseconds). */
const FLUSH_AFTER_MS = 100;
const FLUSH_AT_CHARACTERS = 8 * 1024;
/** Buffered at most while the reader of the output is slow; further lines are dropped. */
const MAX_BUFFERED_BYTES = 16 * 1024 * 1024;

/**
 * Writes lines to a file descriptor in batches, because a write wakes a thread of libuv and then the event loop, which
 * costs more than the line. A batch is written at 8 Ki characters, after 100 ms, on {@link flush} and on
 * {@link flushSync}. A killed process loses the lines of its last 100 ms.
 */
export class LogOutput implements DestinationStream {
  readonly #destination: ReturnType<typeof pino.destination>;
  #gathered = '';
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(fd: number) {
    this.#destination = pino.destination({ dest: fd, sync: false, maxLength: MAX_BUFFERED_BYTES });
    this.#destination.on('close', () => (this.#closed = true));
    // For example a full disk: the lines are lost and the process continues.
    this.#destination.on('error', () => undefined);
  }

  write(line: string): void {
    this.#gathered += line;
    if (this.#gathered.length >= FLUSH_AT_CHARACTERS) this.flush();
    else this.#timer ??= setTimeout(() => this.flush(), FLUSH_AFTER_MS).unref();
  }

  /** Starts to write the buffered lines. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const lines = this.#gathered;
    this.#gathered = '';
    if (lines !== '' && !this.#closed) this.#destination.write(lines);
  }

  /** Writes the buffered lines before it returns; for the end of the process. Never throws. */
  flushSync(): void {
    this.flush();
    try {
      if (!this.#closed) this.#destination.flushSync();
    } catch {
      // The process ends; the error cannot be logged.
    }
  }
}

let stdout: LogOutput | undefined;

/**
 * The output of all loggers of this process, flushed when the process ends, also by an exception. Undefined if
 * `process.stdout.write` was replaced, as test runners do.
 */
export function stdoutOfLog(): LogOutput | undefined {
  if (Object.hasOwn(process.stdout, 'write')) return undefined;
  return (stdout ??= flushedAtExit(process.stdout.fd));
}

function flushedAtExit(fd: number): LogOutput {
  const output = new LogOutput(fd);
  process.on('beforeExit', () => output.flush());
  process.on('exit', () => output.flushSync());
  return output;
}
