import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable, type OnApplicationBootstrap, type BeforeApplicationShutdown } from '@nestjs/common';
import { logger } from '#libs/observability';
import { groupBy } from './group-by.js';
import { HeldTenants } from './held-tenants.js';
import { JobRegistry } from './job-registry.js';
import { JOBS_OPTIONS, type JobsOptions } from './jobs-options.js';
import { Outbox } from './outbox.js';
import { OutboxLine, type HandedChunk, type Turn } from './outbox-line.js';
import { QueueRoom } from './queue-room.js';
import { Queues, type QueuedChunk } from './queues.js';
import { RelayBell } from './relay-bell.js';
import { roomFor, takeTurns } from './turns.js';

const POLL_MS = 250;
const AFTER_FAILURE_MS = 1_000;
/** After a look that found nothing, the bell is not heard for so long: what rings meanwhile is found by one look. */
const PAUSE_MS = 5;
/** How long Redis may take to accept chunks; then they are not handed over. */
const ACCEPTED_WITHIN_MS = 2_000;
const ADMITTED_AT_ONCE = 1_000;

/**
 * Hands promised work to Bull as soon as it is due and there is room for it, in chunks of one tenant. What there is no
 * room for waits in the outbox, where tenants take turns: Bull's own line is one for all, and first come first served.
 */
@Injectable()
export class Relay implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private stopping = false;
  private running: Promise<void> = Promise.resolve();
  private admittedAt = -Infinity;
  /** Who had the last turn, by kind. */
  private readonly last = new Map<string, string>();

  constructor(
    private readonly outbox: Outbox,
    private readonly line: OutboxLine,
    private readonly queues: Queues,
    private readonly room: QueueRoom,
    private readonly held: HeldTenants,
    private readonly registry: JobRegistry,
    private readonly bell: RelayBell,
    @Inject(JOBS_OPTIONS) private readonly options: JobsOptions,
  ) {}

  onApplicationBootstrap(): void {
    if (this.options.role !== 'api') this.running = this.loop();
  }

  /** With Redis away, too, a look ends within seconds. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    this.bell.ring();
    await this.running;
  }

  private async loop(): Promise<void> {
    while (!this.stopping) {
      try {
        const mayHaveMore = await this.turn();
        if (!mayHaveMore) await this.rest();
      } catch (error) {
        logger.warn('The relay could not hand over; it tries again', { error });
        await delay(AFTER_FAILURE_MS);
      }
    }
  }

  private async rest(): Promise<void> {
    await delay(PAUSE_MS);
    await this.bell.wait(POLL_MS);
  }

  /** One look. True when another, at once, may find what this one had no turn for. */
  private async turn(): Promise<boolean> {
    await this.admitDelayed();
    const turns = await this.nextTurns();
    if (turns.length === 0) return false;
    const chunks = await this.line.hand(turns);
    await this.handOver(chunks);
    const given = turns.reduce((sum, turn) => sum + turn.chunks, 0);
    return chunks.length > 0 && chunks.length < given;
  }

  private async admitDelayed(): Promise<void> {
    const now = performance.now();
    if (now - this.admittedAt < POLL_MS) return;
    await this.line.admit(this.options.kinds, ADMITTED_AT_ONCE);
    this.admittedAt = now;
  }

  /** Redis is asked first: when it is away, nothing is taken from the outbox. */
  private async nextTurns(): Promise<Turn[]> {
    const { processes, waiting } = await this.room.look();
    const rooms = this.options.kinds.map((kind) => {
      const { concurrency, chunk } = this.registry.handlerOf(kind).options;
      return { kind, chunkSize: chunk, ...roomFor(concurrency, processes, waiting.get(kind) ?? 0) };
    });
    const open = rooms.filter(({ chunks }) => chunks > 0);
    const questions = open.map(({ kind, chunks, perTenant }) => {
      return { kind, after: this.last.get(kind) ?? '', tenants: chunks, perTenant };
    });
    const lines = await this.line.next(questions, this.held.now());
    return open.flatMap(({ kind, chunkSize, chunks: room }) => {
      const line = lines.get(kind) ?? [];
      const last = line.at(-1)?.tenantId;
      if (last !== undefined) this.last.set(kind, last);
      return [...takeTurns(line, room)].map(([tenantId, chunks]) => ({ kind, tenantId, chunks, chunkSize }));
    });
  }

  /** What Redis does not accept is due again at once. Should it have accepted it after all, the lease keeps it single. */
  private async handOver(chunks: readonly HandedChunk[]): Promise<void> {
    const byKind = groupBy(chunks, ({ kind }) => kind);
    const results = await Promise.allSettled([...byKind].map(([kind, ofKind]) => this.addToQueue(kind, ofKind)));
    const refused = [...byKind.values()].filter((_, index) => results[index]?.status === 'rejected').flat();
    if (refused.length === 0) return;
    await this.outbox.handAgain(refused.map(({ jobId }) => jobId));
    throw results.find((result) => result.status === 'rejected')?.reason;
  }

  private async addToQueue(kind: string, chunks: readonly HandedChunk[]): Promise<void> {
    const jobs = chunks.map(({ tenantId, ids, jobId }) => ({
      data: { tenantId, ids } satisfies QueuedChunk,
      // Postgres keeps what fails and what is done; Bull keeps only what is under way.
      opts: { jobId, attempts: 1, removeOnComplete: true, removeOnFail: true },
    }));
    await within(ACCEPTED_WITHIN_MS, this.queues.of(kind).addBulk(jobs));
  }
}

async function within(milliseconds: number, work: Promise<unknown>): Promise<void> {
  const over = new AbortController();
  const late = delay(milliseconds, undefined, { signal: over.signal }).then(() => {
    throw new Error('Redis did not accept work in time');
  });
  try {
    await Promise.race([work, late]);
  } finally {
    over.abort();
    late.catch(() => undefined);
    work.catch(() => undefined);
  }
}
