import { Injectable } from '@nestjs/common';
import { AntivirusUnavailable } from '#libs/antivirus';
import { type ClaimedJob, type JobBatch, OnJob } from '#libs/jobs';
import { logger } from '#libs/observability';
import { Database } from '#libs/persistence';
import { type Examined, Examination } from './examination.js';
import { InboundDelivery } from './inbound-delivery.js';
import { DELIVER_JOB, type DeliverInbound } from './inbound-jobs.js';
import type { InboundMessage } from './inbound-message.entity.js';
import { InboundRepository } from './inbound.repository.js';
import { ReceivedReports } from './received-reports.js';

/** How long a message waits for the virus scanner, from the first time to the longest (milliseconds). */
const FIRST_WAIT_MS = 2_500;
const LONGEST_WAIT_MS = 600_000;

/** Brings accepted messages into their mailboxes. */
@Injectable()
export class InboundProcessor {
  constructor(
    private readonly database: Database,
    private readonly inbound: InboundRepository,
    private readonly examination: Examination,
    private readonly delivery: InboundDelivery,
    private readonly reports: ReceivedReports,
  ) {}

  /** A message that fails is tried again, and holds up no other. */
  @OnJob(DELIVER_JOB, { chunk: 10, concurrency: 8, maxFailures: 50 })
  async deliver(batch: JobBatch<DeliverInbound>): Promise<void> {
    let failure: unknown;
    for (const job of batch.jobs) {
      await batch
        .runFor(job, () => this.deliverOne(batch, job))
        .catch((error: unknown) => {
          logger.warn('A received message could not be delivered yet', { error });
          failure = error;
        });
    }
    if (failure) throw failure;
  }

  /** `later` if the scanner does not answer: nothing is delivered unscanned. */
  private async examine(
    batch: JobBatch<DeliverInbound>,
    { id, attempt }: ClaimedJob<DeliverInbound>,
    message: InboundMessage,
  ): Promise<Examined | 'later'> {
    try {
      return await this.examination.examine(message);
    } catch (error) {
      if (!(error instanceof AntivirusUnavailable)) throw error;
      const at = new Date(Date.now() + Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt));
      await this.database.tenant(batch.tenantId, (tx) =>
        batch.postpone(tx, [{ id, at, reason: 'The virus scanner is not available' }]),
      );
      return 'later';
    }
  }

  /** Completes the job, deletes what it is about and stores the message, in one transaction: a message is delivered once. */
  private async deliverOne(batch: JobBatch<DeliverInbound>, job: ClaimedJob<DeliverInbound>): Promise<void> {
    const { tenantId } = batch;
    const message = await this.database.tenant(tenantId, (tx) =>
      this.inbound.find(tx, tenantId, job.payload.inboundId),
    );
    const examined = message && (await this.examine(batch, job, message));
    if (examined === 'later') return;
    // Before the transaction: a report that is taken twice counts once.
    if (message && examined) await this.reports.take(message, examined);
    await this.database.tenant(tenantId, async (tx) => {
      const ours = await batch.complete(tx, [job.id]);
      if (!ours.has(job.id) || !message || !examined) return;
      if (await this.inbound.delete(tx, message)) await this.delivery.deliver(tx, message, examined);
    });
  }
}
