import { Injectable } from '@nestjs/common';
import { completeJobs, postponeJobs, type JobBatch } from '#libs/jobs';
import { Database, GroupCommitter } from '#libs/persistence';
import { WebhookDeliveryMetrics } from './webhook-delivery.metrics.js';
import type { HandledJob } from './webhook-outcome.js';
import { WebhookOutcomeRepository, type TenantOutcome } from './webhook-outcome.repository.js';

/** A job that was handled, with the batch that it came in. */
type Handled = HandledJob & { batch: JobBatch<unknown> };

/**
 * How long an outcome waits for others (milliseconds). Nobody waits for it, and each commit costs more than the rows in
 * it; what a process that is killed has not recorded by then is delivered again, under the same id of its event.
 */
const LINGER_MS = 50;
const GROUP = 1000;

/** Records what came of deliveries, of whatever batches and tenants, in the transaction that settles their jobs. */
@Injectable()
export class WebhookRecorder {
  private readonly commits = new GroupCommitter<Handled, void>((handled) => this.commit(handled), {
    maxItems: GROUP,
    lingerMs: LINGER_MS,
  });

  constructor(
    private readonly database: Database,
    private readonly repository: WebhookOutcomeRepository,
    private readonly metrics: WebhookDeliveryMetrics,
  ) {}

  /** Resolves when the outcome is recorded. */
  record(batch: JobBatch<unknown>, handled: HandledJob): Promise<void> {
    return this.commits.submit({ batch, ...handled });
  }

  /** Of jobs that another worker has taken over meanwhile nothing is recorded: their outcome is for that one to say. */
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
      await this.repository.record(client, recorded);
      return recorded;
    });
    for (const outcome of outcomes) this.metrics.count(outcome);
    return [];
  }
}
