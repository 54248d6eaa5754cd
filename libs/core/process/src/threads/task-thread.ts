import pLimit from 'p-limit';
import type { ResourceLimits, Transferable } from 'node:worker_threads';
import { LimitedThread, ThreadEnded } from './limited-thread.js';
import { BEAT_BYTES, IDLE } from './task-answers.js';

export interface TaskThreadOptions {
  /** The name of the work in the log. */
  name: string;
  memory: ResourceLimits;
  /** Tasks that wait at most; more are {@link ThreadBusy}. */
  maxWaiting: number;
}

/** Too many tasks wait already. */
export class ThreadBusy extends Error {}

interface Running<Out> {
  resolve(reply: Out): void;
  reject(reason: unknown): void;
}

/**
 * A thread that does one task after another on what strangers wrote. A task that takes too much ends the thread, and no other task; the
 * next one starts it anew. Its file calls `answerTasks`.
 */
export class TaskThread<In, Out> {
  private readonly oneByOne = pLimit(1);
  private readonly shared = new SharedArrayBuffer(BEAT_BYTES);
  private readonly beat = new BigInt64Array(this.shared);
  private thread: LimitedThread<In, Out> | undefined;
  private running: Running<Out> | undefined;

  constructor(
    private readonly file: URL,
    private readonly options: TaskThreadOptions,
  ) {}

  /**
   * @param open gives the task when its turn has come, so that those that wait take no memory
   * @param maxMs processor time that it may take
   * @throws ThreadBusy, ThreadNotStarted, ThreadEnded whose `limit` says that the task was to blame, and what `open` throws
   */
  async run(open: () => In | Promise<In>, maxMs: number, transferred?: (task: In) => Transferable[]): Promise<Out> {
    if (this.oneByOne.pendingCount >= this.options.maxWaiting)
      throw new ThreadBusy(`Too much of: ${this.options.name}`);
    return this.oneByOne(async () => {
      const task = await open();
      return this.post(task, maxMs, transferred?.(task) ?? []);
    });
  }

  async terminate(): Promise<void> {
    await this.thread?.terminate();
  }

  private async post(task: In, maxMs: number, transferred: Transferable[]): Promise<Out> {
    const thread = (this.thread ??= this.start());
    try {
      return await new Promise((resolve, reject) => {
        this.running = { resolve, reject };
        thread.watch(maxMs, () => this.begunAt());
        thread.post(task, transferred);
      });
    } finally {
      this.running = undefined;
      thread.unwatch();
    }
  }

  private start(): LimitedThread<In, Out> {
    Atomics.store(this.beat, 0, IDLE);
    const { name, memory } = this.options;
    const thread = new LimitedThread<In, Out>(this.file, {
      name,
      data: this.shared,
      memory,
      onMessage: (reply) => this.running?.resolve(reply),
      onEnd: (reason) => {
        if (this.thread === thread) this.thread = undefined;
        this.running?.reject(reason);
      },
    });
    return thread;
  }

  private begunAt(): bigint | undefined {
    const begun = Atomics.load(this.beat, 0);
    return begun === IDLE ? undefined : begun;
  }
}

/** Says whether a task was itself to blame that it was not done. */
export const tookTooMuch = (error: unknown): boolean => error instanceof ThreadEnded && error.limit !== undefined;
