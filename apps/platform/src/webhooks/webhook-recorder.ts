import { Injectable } from '@nestjs/common';
import type { JobBatch } from '#libs/jobs';
import { TenantDatabase } from '#libs/tenancy';
import { WebhookDeliveryMetrics } from './webhook-delivery.metrics.js';
import type { DeliverWebhook } from './webhook.js';
import type { HandledJob } from './webhook-outcome.js';
import { WebhookOutcomeRepository } from './webhook-outcome.repository.js';

/** Records what came of deliveries, in the transaction that settles their jobs. */
@Injectable()
export class WebhookRecorder {
  constructor(
    private readonly database: TenantDatabase,
    private readonly repository: WebhookOutcomeRepository,
    private readonly metrics: WebhookDeliveryMetrics,
  ) {}

  /** Of jobs that another worker has taken over meanwhile nothing is recorded: their outcome is for that one to say. */
  async record(batch: JobBatch<DeliverWebhook>, handled: readonly HandledJob[]): Promise<void> {
    const outcomes = await this.database.run(batch.tenantId, async (tx) => {
      const done = handled.filter(({ runAgainAt }) => runAgainAt === null).map(({ jobId }) => jobId);
      const later = handled.flatMap(({ jobId: id, runAgainAt: at, reason }) => (at ? [{ id, at, reason }] : []));
      const completed = done.length > 0 ? await batch.complete(tx, done) : [];
      const postponed = later.length > 0 ? await batch.postpone(tx, later) : [];
      const ours = new Set([...completed, ...postponed]);
      const recorded = handled.flatMap(({ jobId, outcome }) => (outcome && ours.has(jobId) ? [outcome] : []));
      await this.repository.record(tx, batch.tenantId, recorded);
      return recorded;
    });
    for (const outcome of outcomes) this.metrics.count(outcome);
  }
}
