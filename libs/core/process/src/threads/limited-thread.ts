import { type ResourceLimits, type Transferable, Worker } from 'node:worker_threads';
import type { ThreadStart } from './thread-data.js';
import { usedByTask } from './thread-time.js';

/** A thread that does not begin to work within this time has failed: the machine is overloaded. */
const START_MS = 20_000;

/** The part of its limit that a piece of work may take before its processor time is looked at. */
const GRACE = 0.1;
/** A piece of work may take this many times its limit by the clock, however little of the processor it gets: others wait for it. */
const CLOCK_FACTOR = 2;

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
 * A thread for work on what strangers wrote: it has no environment, a heap of its own, and is terminated when a piece of work takes too
 * much of the processor. It does not keep the process running.
 */
export class LimitedThread<In, Out> {
  private readonly worker: Worker;
  private timer: NodeJS.Timeout | undefined;
  private isOver = false;
  private readonly task = new Int32Array(new SharedArrayBuffer(4));
  /** Resolves when the thread has ended. */
  readonly ended: Promise<void>;

  constructor(
    file: URL,
    private readonly options: ThreadOptions<Out>,
  ) {
    const start: ThreadStart<unknown> = { data: options.data, task: this.task.buffer as SharedArrayBuffer };
    this.worker = new Worker(file, { workerData: start, env: {}, resourceLimits: options.memory });
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
   * Processor time that the thread has used (nanoseconds); undefined while it has not called `threadData`, after its end, and where the
   * system does not tell.
   */
  usedNs(): bigint | undefined {
    const task = Atomics.load(this.task, 0);
    return task === 0 ? undefined : usedByTask(task);
  }

  /**
   * Terminates the thread when a piece of work takes more than `maxMs` of processor time, until {@link unwatch}: a machine that is
   * busy with other things ends no thread. Where processor time is not known, the time of the clock counts.
   * @param begunAt when the present piece of work began (`process.hrtime.bigint()`), read from shared memory; undefined while there is
   *     none: the thread is starting, or its answer is on its way
   */
  watch(maxMs: number, begunAt: () => bigint | undefined): void {
    this.unwatch();
    this.checkIn(maxMs * GRACE, { maxMs, begunAt, restsSince: process.hrtime.bigint() });
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

  private check(watch: Watch): void {
    const begun = watch.begunAt();
    const leftMs = begun === undefined ? this.leftToStart(watch) : this.leftOfWork(watch, begun);
    if (leftMs > 0) return this.checkIn(Math.ceil(leftMs), watch);
    const { name } = this.options;
    if (begun === undefined) this.end(new ThreadNotStarted(`A thread does not start: ${name}`));
    else this.end(new ThreadEnded(`A thread took too long: ${name}`, 'time'));
    void this.terminate();
  }

  private leftToStart({ maxMs, restsSince }: Watch): number {
    const leftMs = (this.options.startMs ?? START_MS) - msSince(restsSince);
    return Math.min(maxMs * GRACE, leftMs);
  }

  /** Milliseconds until the piece of work can have taken too much. */
  private leftOfWork(watch: Watch, begun: bigint): number {
    watch.restsSince = process.hrtime.bigint();
    const { maxMs, seen } = watch;
    const clockMs = msSince(begun);
    const usedNs = this.usedNs();
    if (usedNs === undefined) return maxMs - clockMs;
    const graceMs = maxMs * GRACE;
    if (clockMs < graceMs) return graceMs - clockMs;
    if (seen?.begun !== begun) {
      watch.seen = { begun, usedNs };
      return maxMs - graceMs;
    }
    const leftMs = maxMs - graceMs - Number(usedNs - seen.usedNs) / 1e6;
    return Math.min(leftMs, maxMs * CLOCK_FACTOR - clockMs);
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

const msSince = (at: bigint): number => Number(process.hrtime.bigint() - at) / 1e6;

interface Watch {
  maxMs: number;
  begunAt: () => bigint | undefined;
  /** When the thread was last seen at work, or the watch began. */
  restsSince: bigint;
  /** The piece of work that has had its grace, and the processor time of the thread at that moment. */
  seen?: { begun: bigint; usedNs: bigint };
}
