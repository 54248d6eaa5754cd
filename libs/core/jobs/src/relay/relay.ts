import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable, type OnApplicationBootstrap, type BeforeApplicationShutdown } from '@nestjs/common';
import { logger } from '#libs/core/observability';
import { groupBy } from '../group-by.js';
import { PausedTenants } from './paused-tenants.js';
import { JobQueue } from '../queue/job-queue.js';
import { JobRegistry } from '../handlers/job-registry.js';
import { JOBS_OPTIONS, type JobsOptions } from '../jobs-options.js';
import { Outbox } from '../outbox/outbox.js';
import { TenantLine, type DispatchedChunk, type Turn } from './tenant-line.js';
import { RelayChannel } from '../wakeup/relay-channel.js';
import { RelayWakeup } from '../wakeup/relay-wakeup.js';
import { roomFor, takeTurns } from './turns.js';

/** Interval of looking for jobs while some wait. */
const POLL_MS = 250;
/** The same while none waits: how late a job starts whose announcement was lost. */
const REST_MS = 2_000;
const AFTER_FAILURE_MS = 1_000;
/** Pause after a poll; the next poll then finds all jobs that were enqueued meanwhile. */
const PAUSE_MS = 5;
const MAX_MADE_DUE = 1_000;

/**
 * Dispatches jobs to the queue as soon as they are due and the queue has room, in chunks of one tenant. The other jobs
 * wait in the outbox, where tenants take turns (round robin): the queue itself is first in, first out for all tenants.
 */
@Injectable()
export class Relay implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private stopping = false;
  private running: Promise<void> = Promise.resolve();
  /** When the outbox was last looked at, and how long to rest until the next time. */
  private lookedAt = -Infinity;
  private restMs = POLL_MS;
  /** The tenant that had the last turn, by kind. */
  private readonly last = new Map<string, string>();

  constructor(
    private readonly outbox: Outbox,
    private readonly line: TenantLine,
    private readonly queue: JobQueue,
    private readonly paused: PausedTenants,
    private readonly registry: JobRegistry,
    private readonly wakeup: RelayWakeup,
    private readonly channel: RelayChannel,
    @Inject(JOBS_OPTIONS) private readonly options: JobsOptions,
  ) {}

  onApplicationBootstrap(): void {
    if (this.options.role === 'api') return;
    this.channel.listen(() => this.wakeup.wake());
    this.running = this.loop();
  }

  /** A poll ends within seconds, also without Redis. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    this.wakeup.wake();
    await this.running;
  }

  private async loop(): Promise<void> {
    let isWoken = true;
    while (!this.stopping) {
      try {
        const mayHaveMore = await this.poll(isWoken);
        isWoken = mayHaveMore || (await this.waitForJobs());
      } catch (error) {
        logger.warn('The relay could not dispatch; it tries again', { error });
        await delay(AFTER_FAILURE_MS);
        isWoken = true;
      }
    }
  }

  /** Resolves with true if the relay is woken, and with false when it is time to look. */
  private async waitForJobs(): Promise<boolean> {
    await delay(PAUSE_MS);
    return this.wakeup.wait(Math.max(0, this.lookedAt + this.restMs - performance.now()));
  }

  /**
   * Dispatches what is due and has room. Returns true if a second poll at once may find more. What woke the relay does not
   * wait for the look at the outbox, and what was enqueued for later is seen by a look soon after.
   */
  private async poll(isWoken: boolean): Promise<boolean> {
    const mayHaveMore = isWoken && (await this.dispatchDue());
    if (isWoken) this.restMs = POLL_MS;
    if (performance.now() - this.lookedAt < this.restMs) return mayHaveMore;
    const isWaiting = await this.look();
    return (isWaiting && (await this.dispatchDue())) || mayHaveMore;
  }

  /** Makes delayed jobs due whose time is reached. Returns whether jobs wait, and decides when to look again. */
  private async look(): Promise<boolean> {
    this.lookedAt = performance.now();
    const { isWaiting, nextDueMs } = await this.line.makeDue(this.options.kinds, MAX_MADE_DUE);
    this.restMs = isWaiting ? POLL_MS : Math.min(REST_MS, nextDueMs ?? REST_MS);
    // Other processes count this one as a worker although it has nothing to dispatch.
    if (!isWaiting) await this.queue.register();
    return isWaiting;
  }

  private async dispatchDue(): Promise<boolean> {
    const turns = await this.nextTurns();
    if (turns.length === 0) return false;
    const chunks = await this.line.dispatch(turns);
    await this.dispatch(chunks);
    const expected = turns.reduce((sum, turn) => sum + turn.chunks, 0);
    return chunks.length > 0 && chunks.length < expected;
  }

  /** Reads the queue first: while it is not available, nothing is dispatched. */
  private async nextTurns(): Promise<Turn[]> {
    const { processes, waiting } = await this.queue.load();
    const rooms = this.options.kinds.map((kind) => {
      const { concurrency, chunk, perTenant } = this.registry.handlerOf(kind).options;
      return { kind, chunkSize: chunk, ...roomFor(concurrency, processes, waiting.get(kind) ?? 0, perTenant) };
    });
    const open = rooms.filter(({ chunks }) => chunks > 0);
    const queries = open.map(({ kind, chunks, perTenant }) => {
      return { kind, after: this.last.get(kind) ?? '', tenants: chunks, perTenant };
    });
    const lines = await this.line.next(queries, this.paused.list());
    return open.flatMap(({ kind, chunkSize, chunks: room }) => {
      const line = lines.get(kind) ?? [];
      const last = line.at(-1)?.tenantId;
      if (last !== undefined) this.last.set(kind, last);
      return [...takeTurns(line, room)].map(([tenantId, chunks]) => ({ kind, tenantId, chunks, chunkSize }));
    });
  }

  /** Chunks that the queue rejects are due again at once. If it accepted them after all, leases prevent a second run. */
  private async dispatch(chunks: readonly DispatchedChunk[]): Promise<void> {
    const byKind = groupBy(chunks, ({ kind }) => kind);
    const results = await Promise.allSettled([...byKind].map(([kind, ofKind]) => this.queue.add(kind, ofKind)));
    const rejected = [...byKind.values()].filter((_, index) => results[index]?.status === 'rejected').flat();
    if (rejected.length === 0) return;
    await this.outbox.redispatch(rejected.map(({ jobId }) => jobId));
    throw results.find((result) => result.status === 'rejected')?.reason;
  }
}
