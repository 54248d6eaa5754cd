import { Injectable } from '@nestjs/common';
import { CredentialReader } from '#libs/auth';
import { OnJob, type ClaimedJob, type JobBatch } from '#libs/jobs';
import { GroupCommitter } from '#libs/persistence';
import { TenantDatabase } from '#libs/tenancy';
import { DELIVER_WEBHOOK, type DeliverWebhook } from './webhook.js';
import { WebhookAttempts } from './webhook-attempts.js';
import { alreadySettled, postponed, type HandledJob } from './webhook-outcome.js';
import { WebhookOutcomeRepository, type PendingDelivery } from './webhook-outcome.repository.js';
import { WebhookRecorder } from './webhook-recorder.js';

type Batch = JobBatch<DeliverWebhook>;
type Job = ClaimedJob<DeliverWebhook>;

const CHUNK = 50;

/** Chunks at a time. Most are over in an instant; those with an endpoint that hangs take its whole timeout. */
export const CHUNKS_AT_A_TIME = 40;

/** Waiting for a turn, or for a suspended tenant, is a claim too and no failure, hence so many. */
const MAX_CLAIMS = 1_000;
const SUSPENDED_MS = 600_000;

/** Delivers promised webhooks, and records what comes of each as soon as it is known. */
@Injectable()
export class WebhookDeliveryProcessor {
  constructor(
    private readonly database: TenantDatabase,
    private readonly deliveries: WebhookOutcomeRepository,
    private readonly attempts: WebhookAttempts,
    private readonly recorder: WebhookRecorder,
    private readonly credentials: CredentialReader,
  ) {}

  @OnJob(DELIVER_WEBHOOK, { chunk: CHUNK, concurrency: CHUNKS_AT_A_TIME, maxAttempts: MAX_CLAIMS })
  async deliver(batch: Batch): Promise<void> {
    if (await this.isSuspended(batch)) return this.waitForTenant(batch);
    const pending = await this.pendingOf(batch);
    // What is finished while something is being recorded is recorded together, next.
    const commits = new GroupCommitter<HandledJob, void>(
      async (handled) => {
        await this.recorder.record(batch, handled);
        return [];
      },
      { maxItems: CHUNK },
    );
    const results = await Promise.allSettled(
      batch.jobs.map(async (job) => commits.submit(await this.handle(batch, job, pending))),
    );
    const failure = results.find((result) => result.status === 'rejected');
    if (failure) throw failure.reason;
  }

  private async handle(batch: Batch, job: Job, pending: ReadonlyMap<string, PendingDelivery>): Promise<HandledJob> {
    const delivery = pending.get(job.payload.deliveryId);
    return delivery ? this.attempts.make(batch.tenantId, job.id, delivery) : alreadySettled(job.id);
  }

  private async pendingOf({ tenantId, jobs }: Batch): Promise<Map<string, PendingDelivery>> {
    const ids = jobs.map(({ payload }) => payload.deliveryId);
    const found = await this.database.run(tenantId, (tx) => this.deliveries.pending(tx, tenantId, ids));
    return new Map(found.map((delivery) => [delivery.id, delivery]));
  }

  private async isSuspended({ tenantId }: Batch): Promise<boolean> {
    const tenant = await this.credentials.read('tenant', tenantId);
    return tenant?.status === 'suspended';
  }

  /** What is queued goes on when the tenant is active again. */
  private async waitForTenant(batch: Batch): Promise<void> {
    const waiting = batch.jobs.map(({ id }) => postponed(id, SUSPENDED_MS, 'The account is suspended'));
    await this.recorder.record(batch, waiting);
  }
}
