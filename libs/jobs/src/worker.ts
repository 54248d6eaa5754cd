import { Inject, Injectable, type OnApplicationBootstrap, type BeforeApplicationShutdown } from '@nestjs/common';
import type { Job } from 'bull';
import { logger } from '#libs/observability';
import type { TenantId } from '#libs/persistence';
import { closeQueue } from './close-queue.js';
import { HeldTenants } from './held-tenants.js';
import type { JobBatch } from './job-batch.js';
import { JobMetrics } from './job-metrics.js';
import { JobRegistry, type JobHandler } from './job-registry.js';
import { JOBS_OPTIONS, type JobsOptions } from './jobs-options.js';
import { Outbox } from './outbox.js';
import { Queues, type QueuedChunk } from './queues.js';
import { RelayBell } from './relay-bell.js';

const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 600_000;
const DRAIN_MS = 8_000;
const LEASE_BEATS = 3;

/** Takes chunks from Bull, claims what is still to be done of them, and runs the handler of their kind. */
@Injectable()
export class Worker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  constructor(
    private readonly registry: JobRegistry,
    private readonly queues: Queues,
    private readonly outbox: Outbox,
    private readonly metrics: JobMetrics,
    private readonly held: HeldTenants,
    private readonly bell: RelayBell,
    @Inject(JOBS_OPTIONS) private readonly options: JobsOptions,
  ) {}

  onApplicationBootstrap(): void {
    for (const handler of this.registry.handlers()) {
      const queue = this.queues.of(handler.kind);
      // In place of the module's own way, which waits for Redis.
      Object.assign(queue, { onApplicationShutdown: () => closeQueue(queue) });
      queue.on('error', (error) => logger.warn('A queue lost its Redis', { error, kind: handler.kind }));
      if (this.options.role === 'api') continue;
      // The promise ends with the queue; what goes wrong inside arrives at the listener above.
      void queue.process(handler.options.concurrency, async (job) => {
        await this.work(handler, job);
        // There is room for the next.
        this.bell.ring();
      });
    }
  }

  /** Lets work under way finish; what does not finish in time is taken over by its lease's end. */
  async beforeApplicationShutdown(): Promise<void> {
    const queues = this.registry.handlers().map(({ kind }) => this.queues.of(kind));
    const drained = Promise.all(queues.map((queue) => queue.pause(true, false).catch(() => undefined)));
    await Promise.race([drained, new Promise((resolve) => setTimeout(resolve, DRAIN_MS).unref())]);
  }

  private async work(handler: JobHandler, job: Job<Partial<QueuedChunk>>): Promise<void> {
    const { tenantId, ids } = job.data;
    // A Redis that was emptied between a job's taking and its reading hands out one that says nothing.
    if (!ids) return;
    const batch = await this.outbox.claim(tenantId as TenantId, ids, this.options.leaseMs);
    if (batch.jobs.length === 0) return;
    const stop = this.metrics.start(handler.kind);
    const heartbeat = setInterval(() => void this.renew(batch), this.options.leaseMs / LEASE_BEATS);
    try {
      await handler.handle(batch);
      if (batch.wasPutOff) this.held.hold(handler.kind, batch.tenantId);
      await this.retryUnsettled(handler, batch, 'The handler left it unsettled');
      stop('done', batch.jobs.length);
    } catch (error) {
      stop('failed', batch.jobs.length);
      logger.error('A job failed', { error, kind: handler.kind, tenantId });
      await this.retryUnsettled(handler, batch, error instanceof Error ? error.message : String(error));
    } finally {
      clearInterval(heartbeat);
    }
  }

  /** A beat that is missed is made up by the next; when all are, the lease ends and somebody else takes over. */
  private async renew(batch: JobBatch<unknown>): Promise<void> {
    const ids = batch.unsettled().map(({ id }) => id);
    await this.outbox.renew(batch.lease, ids, this.options.leaseMs).catch((error: unknown) => {
      logger.warn('A lease could not be renewed', { error });
    });
  }

  private async retryUnsettled(handler: JobHandler, batch: JobBatch<unknown>, reason: string): Promise<void> {
    for (const { id, failures } of batch.unsettled()) {
      const isLast = failures + 1 >= handler.options.maxFailures;
      const retryAt = isLast ? null : new Date(Date.now() + backoff(failures));
      await this.outbox.failed(id, reason, retryAt);
    }
  }
}

function backoff(failures: number): number {
  return Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** failures) * (0.75 + Math.random() / 2);
}
