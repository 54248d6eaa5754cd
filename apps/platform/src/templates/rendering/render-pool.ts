import { ThreadNotStarted } from '#libs/core/process';
import { RecentTime } from './recent-time.js';
import { RenderCall, type NewRenderCall } from './render-call.js';
import type { RenderOutcome } from './render-messages.js';
import { RenderQueue } from './render-queue.js';
import { RenderWorker } from './render-worker.js';

/** No thread was free for the call in time, or too much waits already. */
export class RendererBusy extends Error {}

/** Called after a thread was terminated for what a message of this tenant took. */
export type OnTerminated = (limit: 'time' | 'memory', tenantId: string) => void;

interface Waiting {
  since: number;
  timer: NodeJS.Timeout | undefined;
  resolve: (outcomes: (RenderOutcome | undefined)[]) => void;
  reject: (error: unknown) => void;
}

interface Busy {
  tenantId: string;
  since: number;
}

/**
 * Renders in threads. A thread that takes too long for one message is terminated and replaced; threads start when they are
 * first needed. Tenants share the threads by the time that they use: a tenant, and all heavy tenants together, leave at
 * least one thread to the others.
 */
export class RenderPool {
  private readonly recent = new RecentTime();
  private readonly queue = new RenderQueue(this.recent);
  private readonly idle: RenderWorker[] = [];
  private readonly busy = new Map<RenderWorker, Busy>();
  /** Threads that were terminated and have not ended: they count, so that no more threads exist than there may. */
  private readonly ending = new Set<RenderWorker>();
  private readonly waiting = new Map<RenderCall, Waiting>();
  private isClosed = false;

  constructor(
    private readonly size: number,
    private readonly onTerminated: OnTerminated = () => undefined,
    private readonly startThread = () => new RenderWorker(),
  ) {}

  /**
   * The outcome of each message, in order; undefined for those that the limits of the call left out.
   * @throws RendererBusy
   */
  async render(newCall: NewRenderCall): Promise<(RenderOutcome | undefined)[]> {
    if (this.isClosed) throw new RendererBusy();
    const call = new RenderCall(newCall);
    if (call.isDone) return call.outcomes;
    if (!this.queue.hasRoomFor(call)) throw new RendererBusy();
    return new Promise((resolve, reject) => {
      this.waiting.set(call, { since: 0, timer: undefined, resolve, reject });
      this.queue.add(call);
      this.startWait(call);
      this.dispatch();
    });
  }

  /** Ends the threads. Calls that wait are rejected. */
  async close(): Promise<void> {
    this.isClosed = true;
    for (const call of this.queue.clear()) this.finish(call, new RendererBusy());
    const workers = [...this.idle.splice(0), ...this.busy.keys(), ...this.ending];
    await Promise.all(workers.map((worker) => worker.terminate()));
  }

  private dispatch(): void {
    while (!this.isClosed && this.hasFreeThread) {
      const call = this.queue.take((tenantId) => this.mayHaveThread(tenantId));
      if (!call) return;
      void this.run(this.idle.pop() ?? this.start(), call);
    }
  }

  private start(): RenderWorker {
    const worker = this.startThread();
    void worker.ended.then(() => {
      const at = this.idle.indexOf(worker);
      if (at >= 0) this.idle.splice(at, 1);
      this.ending.delete(worker);
      this.dispatch();
    });
    return worker;
  }

  private get hasFreeThread(): boolean {
    return this.busy.size + this.ending.size < this.size;
  }

  private mayHaveThread(tenantId: string): boolean {
    const others = this.size - 1;
    const now = performance.now();
    let own = 0;
    let heavy = 0;
    for (const { tenantId: other, since } of this.busy.values()) {
      if (other === tenantId) own += 1;
      if (this.recent.isHeavy(other, now - since)) heavy += 1;
    }
    return own < others && (heavy < others || !this.recent.isHeavy(tenantId));
  }

  private async run(worker: RenderWorker, call: RenderCall): Promise<void> {
    this.endWait(call);
    this.busy.set(worker, { tenantId: call.tenantId, since: performance.now() });
    try {
      const reply = await worker.render(call.next(), call.messageMs);
      call.advance(reply);
      this.recent.add(call.tenantId, reply.ms);
      if ('outcomes' in reply) this.release(worker);
      else {
        void this.replace(worker);
        this.onTerminated(reply.limit, call.tenantId);
      }
      this.goOn(call);
    } catch (error) {
      void this.discard(worker);
      this.finish(call, error instanceof ThreadNotStarted ? new RendererBusy(undefined, { cause: error }) : error);
    }
    this.dispatch();
  }

  private goOn(call: RenderCall): void {
    if (call.isDone) return this.finish(call);
    if (this.isClosed) return this.finish(call, new RendererBusy());
    this.queue.putBack(call);
    this.startWait(call);
  }

  /** Starts to count the time that the call waits for a thread; it is rejected if it waits longer than it may. */
  private startWait(call: RenderCall): void {
    const waiting = this.waiting.get(call);
    if (!waiting) return;
    waiting.since = performance.now();
    waiting.timer = setTimeout(() => {
      this.queue.delete(call);
      // It waits on its own account: the rest is left out, as with the other limits.
      this.finish(call, call.isHeavy ? undefined : new RendererBusy());
    }, call.call.limits.waitMs - call.waitedMs);
  }

  private endWait(call: RenderCall): void {
    const waiting = this.waiting.get(call);
    clearTimeout(waiting?.timer);
    if (waiting) call.waitedMs += performance.now() - waiting.since;
  }

  private release(worker: RenderWorker): void {
    this.busy.delete(worker);
    if (this.isClosed) return;
    this.idle.push(worker);
  }

  private async discard(worker: RenderWorker): Promise<void> {
    this.busy.delete(worker);
    this.ending.add(worker);
    await worker.terminate();
  }

  /** The next thread starts before it is needed. */
  private async replace(worker: RenderWorker): Promise<void> {
    await this.discard(worker);
    if (this.isClosed || this.idle.length + this.busy.size + this.ending.size >= this.size) return;
    this.idle.push(this.start());
    this.dispatch();
  }

  private finish(call: RenderCall, error?: unknown): void {
    const waiting = this.waiting.get(call);
    this.waiting.delete(call);
    clearTimeout(waiting?.timer);
    if (error === undefined) waiting?.resolve(call.outcomes);
    else waiting?.reject(error);
  }
}
