import { Injectable } from '@nestjs/common';
import { SmtpFailure } from '#libs/mail/email';
import { NOTICE_DROPPED_AFTER_MS, noticeRetry } from '#libs/messaging/notices';
import { OnJob, type ClaimedJob, type JobBatch } from '#libs/core/jobs';
import { logger } from '#libs/core/observability';
import { Database } from '#libs/core/persistence';
import { MailOutbox, type SealedMail } from './mail-outbox.js';
import { MailTransport } from './mail-transport.js';

/** Sends enqueued mail. Only the code of a relay's answer is logged, because its text may name the recipient. */
@Injectable()
export class MailProcessor {
  constructor(
    private readonly database: Database,
    private readonly outbox: MailOutbox,
    private readonly transport: MailTransport,
  ) {}

  @OnJob('mail.send', { concurrency: 8 })
  async send(batch: JobBatch<SealedMail>): Promise<void> {
    for (const job of batch.jobs) await this.sendOne(batch, job);
  }

  private async sendOne(batch: JobBatch<SealedMail>, job: ClaimedJob<SealedMail>): Promise<void> {
    if (isUseless(job)) {
      logger.warn('A mail was not sent in time', { id: job.payload.id });
      return this.complete(batch, job);
    }
    try {
      await this.transport.send(this.outbox.unseal(job.payload), { id: job.payload.id, date: job.createdAt });
    } catch (error) {
      const retry = noticeRetry(error, job.attempt);
      if (retry) return this.postpone(batch, job, retry);
      const code = error instanceof SmtpFailure ? error.code : undefined;
      logger.warn('A mail was refused for good', { id: job.payload.id, code });
    }
    await this.complete(batch, job);
  }

  private async complete(batch: JobBatch<SealedMail>, { id }: ClaimedJob<SealedMail>): Promise<void> {
    await this.database.tenant(batch.tenantId, (tx) => batch.complete(tx, [id]));
  }

  private async postpone(
    batch: JobBatch<SealedMail>,
    { id }: ClaimedJob<SealedMail>,
    retry: { at: Date; reason: string },
  ): Promise<void> {
    await this.database.tenant(batch.tenantId, (tx) => batch.postpone(tx, [{ id, ...retry }]));
  }
}

function isUseless({ payload, createdAt }: ClaimedJob<SealedMail>): boolean {
  const end =
    payload.uselessAfter === null ? createdAt.getTime() + NOTICE_DROPPED_AFTER_MS : Date.parse(payload.uselessAfter);
  return end <= Date.now();
}
