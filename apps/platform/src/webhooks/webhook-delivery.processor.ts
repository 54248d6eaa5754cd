import { Injectable } from '@nestjs/common';
import { Suspension, SUSPENDED_REASON } from '#libs/auth';
import { OnJob, type ClaimedJob, type JobBatch } from '#libs/jobs';
import { Database } from '#libs/persistence';
import { WebhookAttempts } from './webhook-attempts.js';
import { WebhookDeliveryRepository, type PendingDelivery } from './webhook-delivery.repository.js';
import { afterTrials, alreadyComplete } from './webhook-outcome.js';
import { WebhookTrials } from './webhook-trials.js';
import type { DeliverWebhook } from './webhook-queue.js';
import { WebhookRecorder } from './webhook-recorder.js';

type Batch = JobBatch<DeliverWebhook>;
type Job = ClaimedJob<DeliverWebhook>;

const CHUNK = 250;

/** Chunks at a time. Most take a moment; one with an endpoint that hangs takes the whole timeout. */
export const CHUNKS_AT_A_TIME = 24;

/** Delivers webhooks, and records the outcome of each as soon as it is known. */
@Injectable()
export class WebhookDeliveryProcessor {
  constructor(
    private readonly database: Database,
    private readonly deliveries: WebhookDeliveryRepository,
    private readonly trials: WebhookTrials,
    private readonly attempts: WebhookAttempts,
    private readonly recorder: WebhookRecorder,
    private readonly suspension: Suspension,
  ) {}

  @OnJob('webhook.deliver', { chunk: CHUNK, concurrency: CHUNKS_AT_A_TIME })
  async deliver(batch: Batch): Promise<void> {
    const later = await this.suspension.waitUntil(batch.tenantId);
    if (later) return batch.postponeUntried(this.database, later, SUSPENDED_REASON);
    const pending = await this.pendingOf(batch);
    const waiting = await this.trials.listWaiting(batch.tenantId, [...pending.values()]);
    const results = await Promise.allSettled(
      batch.jobs.map((job) => batch.runFor(job, () => this.deliverOne(batch, job, pending, waiting))),
    );
    const failure = results.find((result) => result.status === 'rejected');
    if (failure) throw failure.reason;
  }

  private async deliverOne(
    batch: Batch,
    job: Job,
    pending: ReadonlyMap<string, PendingDelivery>,
    waiting: ReadonlySet<string>,
  ): Promise<void> {
    const delivery = pending.get(job.payload.deliveryId);
    if (!delivery) return this.recorder.record(batch, alreadyComplete(job.id));
    if (waiting.has(delivery.id)) return this.recorder.record(batch, afterTrials(job.id, job.attempt));
    await this.recorder.record(batch, await this.attempts.make(batch.tenantId, job.id, delivery));
  }

  private async pendingOf({ tenantId, jobs }: Batch): Promise<Map<string, PendingDelivery>> {
    const ids = jobs.map(({ payload }) => payload.deliveryId);
    const found = await this.database.tenants([tenantId], (client) =>
      this.deliveries.listPending(client, tenantId, ids),
    );
    return new Map(found.map((delivery) => [delivery.id, delivery]));
  }
}
