import { Inject, Injectable, type OnApplicationBootstrap, type BeforeApplicationShutdown } from '@nestjs/common';
import { logger } from '#libs/core/observability';
import { backoff } from '../outbox/backoff.js';
import { PausedTenants } from '../relay/paused-tenants.js';
import type { JobBatch } from '../outbox/job-batch.js';
import { DeadJobs } from './dead-jobs.js';
import { JobMetrics } from './job-metrics.js';
import { JobQueue, type QueuedChunk } from '../queue/job-queue.js';
import { JobRegistry, type JobHandler } from '../handlers/job-registry.js';
import { JOBS_OPTIONS, type JobsOptions } from '../jobs-options.js';
import { Outbox } from '../outbox/outbox.js';
import { RelayWakeup } from '../wakeup/relay-wakeup.js';

const DRAIN_MS = 8_000;
const LEASE_BEATS = 3;

/** Takes chunks from the queue, claims their jobs, and runs the handler of their kind. */
@Injectable()
export class Worker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly running = new Set<JobBatch<unknown>>();

  constructor(
    private readonly registry: JobRegistry,
    private readonly queue: JobQueue,
    private readonly outbox: Outbox,
    private readonly metrics: JobMetrics,
    private readonly paused: PausedTenants,
    private readonly wakeup: RelayWakeup,
    private readonly dead: DeadJobs,
    @Inject(JOBS_OPTIONS) private readonly options: JobsOptions,
  ) {}

  onApplicationBootstrap(): void {
    if (this.options.role === 'api') return;
    for (const handler of this.registry.handlers()) {
      this.queue.process(handler.kind, handler.options.concurrency, async (chunk) => {
        await this.work(handler, chunk);
        // The queue has room for another chunk.
        this.wakeup.wake();
      });
    }
  }

  /** Waits for running handlers. If one takes too long, its lease is given back: another worker claims the jobs when it ends. */
  async beforeApplicationShutdown(): Promise<void> {
    await Promise.race([this.queue.drain(), new Promise((resolve) => setTimeout(resolve, DRAIN_MS).unref())]);
    await Promise.all([...this.running].map((batch) => this.giveBack(batch)));
  }

  private async giveBack(batch: JobBatch<unknown>): Promise<void> {
    const ids = batch.unhandled().map(({ id }) => id);
    await this.outbox.giveBack(batch.lease, ids).catch((error: unknown) => {
      logger.warn('A lease could not be given back', { error });
    });
  }

  private async work(handler: JobHandler, chunk: QueuedChunk): Promise<void> {
    const { leaseMs } = this.options;
    const batch = await this.outbox.claim(handler.kind, chunk, leaseMs);
    // A job that was not claimed may have lost its worker for the last time.
    if (batch.jobs.length < chunk.ids.length) await this.dead.recordKind(handler.kind);
    if (handler.options.context === 'none') batch.withoutContext();
    if (batch.jobs.length > 0) await batch.runForAll(() => this.handle(handler, batch));
  }

  private async handle(handler: JobHandler, batch: JobBatch<unknown>): Promise<void> {
    const stop = this.metrics.start(handler.kind);
    this.running.add(batch);
    const heartbeat = setInterval(() => void this.renew(batch), this.options.leaseMs / LEASE_BEATS);
    try {
      await handler.handle(batch);
      if (batch.isPaused) this.paused.pause(handler.kind, batch.tenantId);
      await this.retryUnhandled(handler, batch, 'The handler left it unhandled');
      stop('done', batch.jobs.length);
    } catch (error) {
      stop('failed', batch.jobs.length);
      logger.error('A job failed', { ...batch.logFields, error });
      await this.retryUnhandled(handler, batch, error instanceof Error ? error.message : String(error));
    } finally {
      clearInterval(heartbeat);
      this.running.delete(batch);
    }
  }

  /** A failed renewal is made up for by the next one. If all fail, the lease ends and another worker claims the jobs. */
  private async renew(batch: JobBatch<unknown>): Promise<void> {
    const ids = batch.unhandled().map(({ id }) => id);
    await this.outbox.renew(batch.lease, ids, this.options.leaseMs).catch((error: unknown) => {
      logger.warn('A lease could not be renewed', { ...batch.logFields, error });
    });
  }

  private async retryUnhandled(handler: JobHandler, batch: JobBatch<unknown>, reason: string): Promise<void> {
    for (const { id, failures } of batch.unhandled()) {
      const isLast = failures + 1 >= handler.options.maxFailures;
      const retryAt = isLast ? null : new Date(Date.now() + backoff(failures));
      await this.outbox.fail(id, reason, retryAt);
      if (isLast) await this.dead.recordKind(handler.kind);
    }
  }
}
