import { Injectable } from '@nestjs/common';
import { InvalidMail, SmtpFailure } from '#libs/email';
import { OnJob, type ClaimedJob, type JobBatch } from '#libs/jobs';
import { logger } from '#libs/observability';
import { Database } from '#libs/persistence';
import { MailOutbox, type SealedMail } from './mail-outbox.js';
import { MailTransport } from './mail-transport.js';

const FIRST_RETRY_MS = 2_000;
const LONGEST_RETRY_MS = 5 * 60_000;
/** A mail that the relay has not accepted for this long is dropped. */
const DROP_AFTER_MS = 3 * 24 * 3_600_000;

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
      if (error instanceof SmtpFailure && error.kind === 'temporary') return this.postpone(batch, job, error);
      if (!(error instanceof SmtpFailure || error instanceof InvalidMail)) throw error;
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
    { id, attempt }: ClaimedJob<SealedMail>,
    { code }: SmtpFailure,
  ): Promise<void> {
    const reason = code === undefined ? 'The relay was not reached' : `The relay answered ${code}`;
    const at = new Date(Date.now() + Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** (attempt - 1)));
    await this.database.tenant(batch.tenantId, (tx) => batch.postpone(tx, [{ id, at, reason }]));
  }
}

function isUseless({ payload, createdAt }: ClaimedJob<SealedMail>): boolean {
  const end = payload.uselessAfter === null ? createdAt.getTime() + DROP_AFTER_MS : Date.parse(payload.uselessAfter);
  return end <= Date.now();
}
