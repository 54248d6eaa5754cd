import { Injectable } from '@nestjs/common';
import { Suspension, SUSPENDED_REASON } from '#libs/core/auth';
import type { ClaimedJob, JobBatch } from '#libs/core/jobs';
import { Database } from '#libs/core/persistence';
import { WebhookAttempts } from './webhook-attempts.js';
import { afterTrials, alreadyComplete, type HandledJob } from './webhook-outcome.js';
import { type DeliverWebhook, WebhookOptions } from './webhook-options.js';
import { WebhookRecorder } from './webhook-recorder.js';
import { TRIALS_AN_HOUR } from './webhook-statements.sql.js';
import { type PendingDelivery, WebhookStore } from './webhook-store.js';
import type { SentWebhook } from './webhook-sender.js';
import { type FailedDelivery, WebhookSwitch } from './webhook-switch.js';
import { WebhookTrials } from './webhook-trials.js';

type Batch = JobBatch<DeliverWebhook>;
type Job = ClaimedJob<DeliverWebhook>;

/** Delivers, and records the outcome of each delivery as soon as it is known. The app has an `@OnJob` that calls it. */
@Injectable()
export class WebhookDeliveries {
  constructor(
    private readonly database: Database,
    private readonly store: WebhookStore,
    private readonly trials: WebhookTrials,
    private readonly attempts: WebhookAttempts,
    private readonly recorder: WebhookRecorder,
    private readonly suspension: Suspension,
    private readonly endpoints: WebhookSwitch,
    private readonly options: WebhookOptions,
  ) {}

  async deliver(batch: Batch): Promise<void> {
    const later = await this.suspension.waitUntil(batch.tenantId);
    if (later) return batch.postponeUntried(this.database, later, SUSPENDED_REASON);
    const pending = await this.pendingOf(batch);
    const waiting = await this.trials.listWaiting(batch.tenantId, [...pending.values()]);
    const failed: FailedDelivery[] = [];
    const results = await Promise.allSettled(
      batch.jobs.map((job) =>
        batch.runFor(job, async () => {
          const delivery = pending.get(job.payload.deliveryId);
          const attempt = await this.deliverOne(batch, job, delivery, waiting);
          if (attempt?.delivered === false) failed.push({ ...delivery!, isGone: attempt.isGone });
        }),
      ),
    );
    await this.endpoints.switchOffFailing(batch.tenantId, failed);
    const failure = results.find((result) => result.status === 'rejected');
    if (failure) throw failure.reason;
  }

  /** The request that was made, if there was one. */
  private async deliverOne(
    batch: Batch,
    job: Job,
    delivery: PendingDelivery | undefined,
    waiting: ReadonlySet<string>,
  ): Promise<SentWebhook | undefined> {
    const handled = await this.handle(batch, job, delivery, waiting);
    await this.recorder.record(batch, handled);
    return handled.outcome?.attempt;
  }

  private handle(
    { tenantId }: Batch,
    { id, attempt }: Job,
    delivery: PendingDelivery | undefined,
    waiting: ReadonlySet<string>,
  ): HandledJob | Promise<HandledJob> {
    if (!delivery) return alreadyComplete(id);
    if (waiting.has(delivery.id)) return afterTrials(id, attempt, this.options.texts.unproven(TRIALS_AN_HOUR));
    return this.attempts.make(tenantId, id, delivery);
  }

  private async pendingOf({ tenantId, jobs }: Batch): Promise<Map<string, PendingDelivery>> {
    const ids = jobs.map(({ payload }) => payload.deliveryId);
    const found = await this.database.tenants([tenantId], (client) => this.store.listPending(client, tenantId, ids));
    return new Map(found.map((delivery) => [delivery.id, delivery]));
  }
}
