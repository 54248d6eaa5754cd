import { Injectable } from '@nestjs/common';
import { Suspension, SUSPENDED_REASON } from '#libs/core/auth';
import { type ClaimedJob, type JobBatch, OnJob } from '#libs/core/jobs';
import { Database } from '#libs/core/persistence';
import { retryDelay } from './outgoing.js';
import { OutgoingAttempts } from './outgoing-attempts.js';
import { SEND_JOB, type SendOutgoing } from './outgoing-mail.js';
import { OutgoingRepository } from './outgoing.repository.js';

type SendingJob = ClaimedJob<SendOutgoing>;

/** Sends the messages that wait, until each recipient has them or five days are over. */
@Injectable()
export class OutgoingProcessor {
  constructor(
    private readonly database: Database,
    private readonly outgoing: OutgoingRepository,
    private readonly attempts: OutgoingAttempts,
    private readonly suspension: Suspension,
  ) {}

  @OnJob(SEND_JOB, { chunk: 10, concurrency: 8 })
  async send(batch: JobBatch<SendOutgoing>): Promise<void> {
    const later = await this.suspension.waitUntil(batch.tenantId);
    if (later) return batch.postponeUntried(this.database, later, SUSPENDED_REASON);
    await Promise.all(batch.jobs.map((job) => batch.runFor(job, () => this.sendOne(batch, job))));
  }

  private async sendOne(batch: JobBatch<SendOutgoing>, job: SendingJob): Promise<void> {
    const { tenantId } = batch;
    const { outgoingId } = job.payload;
    const message = await this.database.tenant(tenantId, (tx) => this.outgoing.find(tx, tenantId, outgoingId));
    // Gone: its sender was told that it could not be sent, or its mailbox was purged.
    if (!message || message.finishedAt) {
      await this.database.tenant(tenantId, (tx) => batch.complete(tx, [job.id]));
      return;
    }
    const outcomes = await this.attempts.attempt(message);
    const reason = outcomes.find(({ kind }) => kind === 'deferred')?.response ?? '';
    await this.attempts.record(message, outcomes, async (tx, isFinished) => {
      if (isFinished) await batch.complete(tx, [job.id]);
      else await batch.postpone(tx, [{ id: job.id, at: new Date(Date.now() + retryDelay(job.attempt)), reason }]);
    });
  }
}
