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
import { type FailedDelivery, WebhookSwitch } from './webhook-switch.js';
import { WebhookTrials } from './webhook-trials.js';

type Batch = JobBatch<DeliverWebhook>;
type Job = ClaimedJob<DeliverWebhook>;

/** The jobs of a batch, and what becomes of them. */
interface Chunk {
  batch: Batch;
  pending: ReadonlyMap<string, PendingDelivery>;
  /** Deliveries that the share of their endpoint does not allow now. */
  waiting: ReadonlySet<string>;
  failed: FailedDelivery[];
}

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
    const chunk: Chunk = { batch, pending, waiting, failed: [] };
    const errors = await this.deliverAll(chunk);
    await this.endpoints.switchOffFailing(batch.tenantId, chunk.failed);
    if (errors.length > 0) throw errors[0];
  }

  /** Resolves when each job has come to its end; with the errors of those that have not. */
  private deliverAll(chunk: Chunk): Promise<unknown[]> {
    const errors: unknown[] = [];
    return new Promise((resolve) => {
      let open = chunk.batch.jobs.length;
      const end = () => {
        open -= 1;
        if (open === 0) resolve(errors);
      };
      const fail = (error: unknown) => {
        errors.push(error);
        end();
      };
      const follow = (work: Promise<void>) => void work.then(end, fail);
      if (open === 0) resolve(errors);
      for (const job of chunk.batch.jobs) this.begin(chunk, job, follow);
    });
  }

  /** Begins with a job at once, or when the endpoint of its delivery has a free slot; most of a chunk waits for one. */
  private begin(chunk: Chunk, job: Job, follow: (work: Promise<void>) => void): void {
    const { batch, pending } = chunk;
    const delivery = pending.get(job.payload.deliveryId);
    if (!delivery) return follow(this.recorder.record(batch, alreadyComplete(job.id)));
    const known = this.withoutRequest(chunk, job, delivery);
    if (known) return follow(this.recorder.record(batch, known));
    this.attempts.whenFree(delivery, (hasSlot) =>
      follow(batch.runFor(job, () => this.deliverOne(chunk, job, delivery, hasSlot))),
    );
  }

  /** The end of a job that makes no request now. */
  private withoutRequest({ waiting }: Chunk, { id, attempt }: Job, delivery: PendingDelivery): HandledJob | undefined {
    if (waiting.has(delivery.id)) return afterTrials(id, attempt, this.options.texts.unproven(TRIALS_AN_HOUR));
    return this.attempts.withoutTarget(id, delivery);
  }

  private async deliverOne(
    { batch, failed }: Chunk,
    { id }: Job,
    delivery: PendingDelivery,
    hasSlot: boolean,
  ): Promise<void> {
    const handled = hasSlot
      ? await this.attempts.make(batch.tenantId, id, delivery, delivery.target!)
      : this.attempts.later(id, delivery);
    await this.recorder.record(batch, handled);
    const attempt = handled.outcome?.attempt;
    if (attempt?.delivered === false) failed.push({ ...delivery, isGone: attempt.isGone });
  }

  private async pendingOf({ tenantId, jobs }: Batch): Promise<Map<string, PendingDelivery>> {
    const ids = jobs.map(({ payload }) => payload.deliveryId);
    const found = await this.database.tenants([tenantId], (client) => this.store.listPending(client, tenantId, ids));
    return new Map(found.map((delivery) => [delivery.id, delivery]));
  }
}
