import { Inject, Injectable, type OnApplicationBootstrap, type BeforeApplicationShutdown } from '@nestjs/common';
import { logger } from '#libs/observability';
import { groupBy } from './group-by.js';
import { JobRegistry } from './job-registry.js';
import { JOBS_OPTIONS, type JobsOptions } from './jobs-options.js';
import { Outbox, type DueJob, type Handover } from './outbox.js';
import { Queues, type QueuedChunk } from './queues.js';
import { RelayBell } from './relay-bell.js';

const POLL_MS = 250;
const BATCH = 1_000;
const AFTER_FAILURE_MS = 1_000;
const STOP_MS = 2_000;

/** Hands promised work to Bull, in chunks of one tenant, as soon as it is due. */
@Injectable()
export class Relay implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private stopping = false;
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly outbox: Outbox,
    private readonly queues: Queues,
    private readonly registry: JobRegistry,
    private readonly bell: RelayBell,
    @Inject(JOBS_OPTIONS) private readonly options: JobsOptions,
  ) {}

  onApplicationBootstrap(): void {
    if (this.options.role !== 'api') this.running = this.loop();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    this.bell.ring();
    // Without Redis a hand-over does not end until its queue is closed, which comes later; nothing of it is marked then.
    await Promise.race([this.running, new Promise((resolve) => setTimeout(resolve, STOP_MS).unref())]);
  }

  private async loop(): Promise<void> {
    while (!this.stopping) {
      try {
        const handed = await this.outbox.handOverDue(BATCH, (due) => this.handOver(due));
        if (handed < BATCH) await this.bell.wait(POLL_MS);
      } catch (error) {
        logger.warn('The relay could not hand over; it tries again', { error });
        await this.bell.wait(AFTER_FAILURE_MS);
      }
    }
  }

  private async handOver(due: DueJob[]): Promise<Handover[]> {
    const handovers: Handover[] = [];
    for (const [kind, ofKind] of groupBy(due, (job) => job.kind)) {
      const chunks = chunksByTenant(ofKind, this.registry.handlerOf(kind).options.chunk);
      await this.queues.of(kind).addBulk(chunks.map((data) => ({ data, opts: jobOptions(data) })));
      handovers.push(...chunks.map((data) => ({ jobId: jobIdOf(data), ids: data.ids })));
    }
    return handovers;
  }
}

function chunksByTenant(jobs: DueJob[], size: number): QueuedChunk[] {
  const chunks: QueuedChunk[] = [];
  for (const [tenantId, ofTenant] of groupBy(jobs, (job) => job.tenantId)) {
    for (let start = 0; start < ofTenant.length; start += size) {
      chunks.push({ tenantId, ids: ofTenant.slice(start, start + size).map(({ id }) => id) });
    }
  }
  return chunks;
}

/** The same rows always make the same job, so that a repeated hand-over finds it and adds nothing. */
function jobIdOf({ ids }: QueuedChunk): string {
  return `${ids[0]}-${ids.at(-1)}-${ids.length}`;
}

/** Postgres keeps what fails and what is done; Bull keeps only what is under way. */
function jobOptions(chunk: QueuedChunk) {
  return { jobId: jobIdOf(chunk), attempts: 1, removeOnComplete: true, removeOnFail: true };
}
