import { Injectable } from '@nestjs/common';
import { completeJobs, groupBy, postponeJobs, type JobBatch } from '#libs/core/jobs';
import { Database, GroupCommitter } from '#libs/core/persistence';
import { WebhookMetrics } from './webhook-metrics.js';
import type { HandledJob } from './webhook-outcome.js';
import { WebhookOptions } from './webhook-options.js';
import { type TenantOutcome, WebhookStore } from './webhook-store.js';

/** A job that was handled, with the batch that it came in. */
type Handled = HandledJob & { batch: JobBatch<unknown> };

/**
 * How long an outcome waits for others: a commit costs more than the rows in it. What a killed process has not recorded
 * is delivered again, under the same event id.
 */
const LINGER_MS = 50;
const MAX_GROUP = 1_000;

/** Records outcomes of deliveries, of any batches and tenants, in the transaction that completes their jobs. */
@Injectable()
export class WebhookRecorder {
  private readonly commits = new GroupCommitter<Handled, void>((handled) => this.commit(handled), {
    maxItems: MAX_GROUP,
    lingerMs: LINGER_MS,
  });

  constructor(
    private readonly database: Database,
    private readonly store: WebhookStore,
    private readonly metrics: WebhookMetrics,
    private readonly options: WebhookOptions,
  ) {}

  /** Resolves when the outcome is recorded. */
  record(batch: JobBatch<unknown>, handled: HandledJob): Promise<void> {
    return this.commits.submit({ batch, ...handled });
  }

  /** Records nothing of a job that another worker has claimed meanwhile: that worker records its outcome. */
  private async commit(handled: readonly Handled[]): Promise<void[]> {
    const tenantIds = [...new Set(handled.map(({ batch }) => batch.tenantId))];
    const done = handled.filter(({ runAgainAt }) => runAgainAt === null);
    const later = handled.flatMap(({ runAgainAt: at, ...job }) => (at ? [{ ...job, at }] : []));
    const outcomes = await this.database.tenants(tenantIds, async (client) => {
      const completed = done.length > 0 ? await completeJobs(client, done) : [];
      const postponed = later.length > 0 ? await postponeJobs(client, later) : [];
      const ours = new Set([...completed, ...postponed]);
      const recorded = handled.flatMap((job): TenantOutcome[] =>
        job.outcome && ours.has(job.id) ? [{ ...job.outcome, tenantId: job.batch.tenantId }] : [],
      );
      await this.store.updateOutcomes(client, recorded);
      const proven = recorded.flatMap(({ tenantId, proves }) => (proves ? [{ tenantId, ...proves }] : []));
      const turned = recorded.flatMap(({ tenantId, turns }) => (turns ? [{ tenantId, ...turns }] : []));
      await this.store.markEndpoints(client, { proven, turned });
      for (const [tenantId, changed] of groupBy(recorded, (outcome) => outcome.tenantId)) {
        const ids = changed.map(({ deliveryId }) => deliveryId);
        this.options.changed(client, tenantId, ids);
      }
      return recorded;
    });
    this.metrics.count(outcomes);
    return [];
  }
}
