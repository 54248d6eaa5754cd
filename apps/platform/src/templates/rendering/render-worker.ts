import { LimitedThread, ThreadEnded, type ThreadLimit } from '#libs/core/process';
import { IDLE, PROGRESS, THREAD_MEMORY, type RenderReply, type RenderRequest } from './render-messages.js';

const THREAD_FILE = new URL('./render-thread.js', import.meta.url);

/** The thread was terminated while it rendered the message with this index; its outcomes before it are lost. */
export interface TerminatedReply {
  index: number;
  limit: ThreadLimit;
  ms: number;
}

/** A thread and what it is rendering. It renders one request at a time, and none after it was terminated. */
export class RenderWorker {
  private readonly shared = new SharedArrayBuffer(PROGRESS.bytes);
  private readonly progress = new BigInt64Array(this.shared);
  private readonly thread: LimitedThread<RenderRequest, RenderReply>;
  private reply: (reply: RenderReply | TerminatedReply) => void = () => undefined;
  private fail: (error: Error) => void = () => undefined;

  constructor(file = THREAD_FILE, startMs?: number) {
    Atomics.store(this.progress, PROGRESS.index, IDLE);
    this.thread = new LimitedThread(file, {
      name: 'rendering templates',
      data: this.shared,
      memory: THREAD_MEMORY,
      startMs,
      onMessage: (reply) => this.reply(reply),
      onEnd: (reason) => this.onEnd(reason),
    });
  }

  /** Resolves when the thread has ended. */
  get ended(): Promise<void> {
    return this.thread.ended;
  }

  /**
   * @param maxMessageMs the processor time of each message; after it the thread is terminated
   * @throws ThreadNotStarted, or another Error if the thread fails otherwise
   */
  async render(request: RenderRequest, maxMessageMs: number): Promise<RenderReply | TerminatedReply> {
    try {
      return await new Promise((resolve, reject) => {
        this.reply = resolve;
        this.fail = reject;
        this.thread.post(request);
        this.thread.watch(maxMessageMs, () => this.startedAt());
      });
    } finally {
      this.thread.unwatch();
      this.reply = () => undefined;
      this.fail = () => undefined;
    }
  }

  async terminate(): Promise<void> {
    await this.thread.terminate();
  }

  private startedAt(): bigint | undefined {
    const index = Atomics.load(this.progress, PROGRESS.index);
    return index === IDLE ? undefined : Atomics.load(this.progress, PROGRESS.startedAtNs);
  }

  private onEnd(reason: Error): void {
    const index = Atomics.load(this.progress, PROGRESS.index);
    if (!(reason instanceof ThreadEnded) || reason.limit === undefined || index === IDLE) return this.fail(reason);
    this.reply({ index: Number(index), limit: reason.limit, ms: this.requestMs() });
  }

  /** Processor time of the request; a thread that has ended by itself no longer tells, then the time of its last message counts. */
  private requestMs(): number {
    const used = this.thread.usedNs();
    const ns =
      used === undefined
        ? process.hrtime.bigint() - Atomics.load(this.progress, PROGRESS.startedAtNs)
        : used - Atomics.load(this.progress, PROGRESS.requestStartedNs);
    return Number(ns) / 1e6;
  }
}
