import { type Suspension, SUSPENDED_REASON } from '#libs/core/auth';
import type { ClaimedJob, JobBatch, Postponement } from '#libs/core/jobs';
import { metrics } from '#libs/core/observability';
import type { Database } from '#libs/core/persistence';
import { NOTICE_DROPPED_AFTER_MS } from '#libs/messaging/notices';
import type { ConfirmationAddressee, ConfirmationLimits } from './confirmation-limits.js';

/** Outcome of a job, by which mails are counted. */
type Outcome = 'sent' | 'limited' | 'refused' | 'needless';

/** A job that asks for a confirmation, and the batch that it was claimed in. */
export interface ConfirmationJob<P> {
  batch: JobBatch<P>;
  job: ClaimedJob<P>;
}

interface AskerOptions {
  /** Metric that counts the mails. */
  name: string;
  help: string;
  /** Reason to wait when the limit of the asker is reached, shown with the job. */
  overLimit: string;
}

/** Asks for confirmations by mail, within the limits. No address is logged. */
export abstract class ConfirmationAsker<P, A extends ConfirmationAddressee> {
  private readonly mails;
  private readonly overLimit: string;

  protected constructor(
    protected readonly database: Database,
    private readonly limits: ConfirmationLimits,
    private readonly suspension: Suspension,
    { name, help, overLimit }: AskerOptions,
  ) {
    this.mails = metrics.registerCounter({ name, help, labelNames: ['outcome'] });
    this.overLimit = overLimit;
  }

  /** Finds whom a job asks; null if there is no need any more. */
  protected abstract findAddressee(asked: ConfirmationJob<P>): Promise<A | null>;

  /** Sends the mail and ends the job, by {@link complete} and {@link postpone} unless its own transaction does. */
  protected abstract send(asked: ConfirmationJob<P>, addressee: A): Promise<void>;

  protected async askAll(batch: JobBatch<P>): Promise<void> {
    const later = await this.suspension.waitUntil(batch.tenantId);
    if (later) return batch.postponeUntried(this.database, later, SUSPENDED_REASON);
    for (const job of batch.jobs) await batch.runFor(job, () => this.askOne({ batch, job }));
  }

  private async askOne(asked: ConfirmationJob<P>): Promise<void> {
    const { attempt, createdAt } = asked.job;
    const isTooOld = Date.now() - createdAt.getTime() > NOTICE_DROPPED_AFTER_MS;
    const addressee = isTooOld ? null : await this.findAddressee(asked);
    if (!addressee) return this.complete(asked, 'needless');
    // Later attempts are those of a mail that was counted.
    if (attempt === 1) {
      const waitMs = await this.limits.consumeAsker(addressee);
      if (waitMs > 0) {
        const at = new Date(Date.now() + waitMs);
        return this.postpone(asked, { at, reason: this.overLimit, untried: true });
      }
      if (!(await this.limits.consumeAddress(addressee))) return this.complete(asked, 'limited');
    }
    await this.send(asked, addressee);
  }

  protected async complete({ batch, job }: ConfirmationJob<P>, outcome: Outcome): Promise<void> {
    await this.database.tenant(batch.tenantId, (tx) => batch.complete(tx, [job.id]));
    this.count(outcome);
  }

  protected async postpone({ batch, job }: ConfirmationJob<P>, postponement: Omit<Postponement, 'id'>): Promise<void> {
    await this.database.tenant(batch.tenantId, (tx) => batch.postpone(tx, [{ id: job.id, ...postponement }]));
  }

  protected count(outcome: Outcome): void {
    this.mails.inc({ outcome });
  }
}
