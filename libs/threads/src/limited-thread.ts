import { type ResourceLimits, type Transferable, Worker } from 'node:worker_threads';

/** A thread that does not begin to work within this time has failed: the machine is overloaded. */
const START_MS = 20_000;

/** A resource of which a thread took too much. */
export type ThreadLimit = 'time' | 'memory';

/** The thread ended while it had work; `limit` says whether the work was to blame. */
export class ThreadEnded extends Error {
  constructor(
    message: string,
    readonly limit?: ThreadLimit,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The thread did not start in time. */
export class ThreadNotStarted extends Error {}

export interface ThreadOptions<Out> {
  /** The name of the work in the log. */
  name: string;
  /** Given to the thread when it starts: memory that it shares, never a secret. */
  data?: unknown;
  memory: ResourceLimits;
  /** How long the thread may take to begin (milliseconds). */
  startMs?: number;
  onMessage(message: Out): void;
  /** Called once, as soon as it is known that the thread will do no more. */
  onEnd(reason: ThreadEnded | ThreadNotStarted): void;
}

/**
 * A thread for work on what strangers wrote: it has no environment, a heap of its own, and is terminated when it stays at a piece of
 * work for too long. It does not keep the process running.
 */
export class LimitedThread<In, Out> {
  private readonly worker: Worker;
  private timer: NodeJS.Timeout | undefined;
  private isOver = false;
  /** Resolves when the thread has ended. */
  readonly ended: Promise<void>;

  constructor(
    file: URL,
    private readonly options: ThreadOptions<Out>,
  ) {
    this.worker = new Worker(file, { workerData: options.data, env: {}, resourceLimits: options.memory });
    this.worker.on('message', (message: Out) => {
      if (!this.isOver) options.onMessage(message);
    });
    this.worker.unref();
    this.worker.on('error', (error) => this.end(this.reasonOf(error)));
    this.ended = new Promise((resolve) => {
      this.worker.once('exit', () => {
        this.end(new ThreadEnded(`A thread has ended: ${options.name}`));
        resolve();
      });
    });
  }

  post(message: In, transferred: readonly Transferable[] = []): void {
    this.worker.postMessage(message, transferred);
  }

  /**
   * Terminates the thread when a piece of work takes longer than `maxMs`, until {@link unwatch}.
   * @param begunAt when the present piece of work began (`process.hrtime.bigint()`), read from shared memory; undefined while there is
   *     none: the thread is starting, or its answer is on its way
   */
  watch(maxMs: number, begunAt: () => bigint | undefined): void {
    this.unwatch();
    this.checkIn(maxMs, { maxMs, begunAt, restsSince: process.hrtime.bigint() });
  }

  unwatch(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  async terminate(): Promise<void> {
    this.end(new ThreadEnded(`A thread is terminated: ${this.options.name}`));
    await this.worker.terminate();
  }

  private checkIn(ms: number, watch: Watch): void {
    this.timer = setTimeout(() => this.check(watch), ms);
  }

  private check({ maxMs, begunAt, restsSince }: Watch): void {
    const { name, startMs = START_MS } = this.options;
    const now = process.hrtime.bigint();
    const begun = begunAt();
    const since = begun ?? restsSince;
    const leftMs = (begun === undefined ? startMs : maxMs) - Number(now - since) / 1e6;
    if (leftMs > 0) {
      const waitMs = begun === undefined ? Math.min(maxMs, leftMs) : leftMs;
      return this.checkIn(Math.ceil(waitMs), { maxMs, begunAt, restsSince: begun === undefined ? restsSince : now });
    }
    if (begun === undefined) this.end(new ThreadNotStarted(`A thread does not start: ${name}`));
    else this.end(new ThreadEnded(`A thread took too long: ${name}`, 'time'));
    void this.terminate();
  }

  private reasonOf(error: Error): ThreadEnded {
    const isMemory = (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY';
    return new ThreadEnded(`A thread has failed: ${this.options.name}`, isMemory ? 'memory' : undefined, {
      cause: error,
    });
  }

  private end(reason: ThreadEnded | ThreadNotStarted): void {
    if (this.isOver) return;
    this.isOver = true;
    this.unwatch();
    this.options.onEnd(reason);
  }
}

interface Watch {
  maxMs: number;
  begunAt: () => bigint | undefined;
  /** When the thread was last seen at work, or the watch began. */
  restsSince: bigint;
}
