import { Worker } from 'node:worker_threads';
import { IDLE, PROGRESS, THREAD_MEMORY, type RenderReply, type RenderRequest } from './render-messages.js';

const THREAD_FILE = new URL('./render-thread.js', import.meta.url);

/** A thread that does not begin to render within this time has failed: the machine is overloaded. */
const START_MS = 20_000;

/** The thread did not start in time. */
export class ThreadNotStarted extends Error {}

/** The thread was terminated while it rendered the message with this index; its outcomes before it are lost. */
export interface TerminatedReply {
  index: number;
  limit: 'time' | 'memory';
  ms: number;
}

/** A thread and what it is rendering. It renders one request at a time, and none after it was terminated. */
export class RenderWorker {
  private readonly shared = new SharedArrayBuffer(PROGRESS.bytes);
  private readonly progress = new BigInt64Array(this.shared);
  private readonly worker: Worker;
  /** Resolves when the thread has ended. */
  readonly ended: Promise<void>;
  private reply: (reply: RenderReply | TerminatedReply) => void = () => undefined;
  private fail: (error: Error) => void = () => undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    file = THREAD_FILE,
    private readonly startMs = START_MS,
  ) {
    Atomics.store(this.progress, PROGRESS.index, IDLE);
    this.worker = new Worker(file, { workerData: this.shared, env: {}, resourceLimits: THREAD_MEMORY });
    this.worker.on('message', (reply: RenderReply) => this.reply(reply));
    // A thread that waits for work does not keep the process running.
    this.worker.unref();
    this.worker.on('error', (error) => this.onError(error));
    this.ended = new Promise((resolve) => {
      this.worker.once('exit', () => {
        this.fail(new Error('A thread that renders templates has ended'));
        resolve();
      });
    });
  }

  /**
   * @param maxMessageMs the time of each message; after it the thread is terminated
   * @throws ThreadNotStarted, or another Error if the thread fails otherwise
   */
  async render(request: RenderRequest, maxMessageMs: number): Promise<RenderReply | TerminatedReply> {
    const sentAt = process.hrtime.bigint();
    try {
      return await new Promise((resolve, reject) => {
        this.reply = resolve;
        this.fail = reject;
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
        this.worker.postMessage(request);
        this.watch(sentAt, maxMessageMs, maxMessageMs);
      });
    } finally {
      clearTimeout(this.timer);
      this.reply = () => undefined;
      this.fail = () => undefined;
    }
  }

  async terminate(): Promise<void> {
    await this.worker.terminate();
  }

  private watch(sentAt: bigint, maxMessageMs: number, waitMs: number): void {
    this.timer = setTimeout(() => this.check(sentAt, maxMessageMs), waitMs);
  }

  private check(sentAt: bigint, maxMessageMs: number): void {
    const now = process.hrtime.bigint();
    const index = Atomics.load(this.progress, PROGRESS.index);
    const startedAt = index === IDLE ? sentAt : Atomics.load(this.progress, PROGRESS.startedAtNs);
    const leftMs = (index === IDLE ? this.startMs : maxMessageMs) - Number(now - startedAt) / 1e6;
    // An idle thread is starting, or its reply is on its way.
    if (leftMs > 0) return this.watch(sentAt, maxMessageMs, index === IDLE ? maxMessageMs : Math.ceil(leftMs));
    if (index === IDLE) this.fail(new ThreadNotStarted('A thread that renders templates does not start'));
    else this.reply(this.terminated(index, 'time'));
    void this.terminate();
  }

  private onError(error: Error): void {
    const index = Atomics.load(this.progress, PROGRESS.index);
    const isOutOfMemory = (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY' && index !== IDLE;
    if (!isOutOfMemory) return this.fail(error);
    this.reply(this.terminated(index, 'memory'));
  }

  private terminated(index: bigint, limit: 'time' | 'memory'): TerminatedReply {
    const startedAt = Atomics.load(this.progress, PROGRESS.requestStartedAtNs);
    return { index: Number(index), limit, ms: Number(process.hrtime.bigint() - startedAt) / 1e6 };
  }
}
