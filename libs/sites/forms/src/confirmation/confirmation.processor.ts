import { Injectable } from '@nestjs/common';
import { Suspension, SUSPENDED_REASON } from '#libs/core/auth';
import { NOTICE_DROPPED_AFTER_MS, noticeRetry, NoticeSender } from '#libs/messaging/notices';
import { OnJob, type ClaimedJob, type JobBatch, type Postponement } from '#libs/core/jobs';
import { logger, metrics } from '#libs/core/observability';
import { Database } from '#libs/core/persistence';
import { Lead } from '../lead.entity.js';
import { CONFIRMATION_LINK_MS, ASK_CONFIRMATION_JOB } from './confirmation.js';
import { ConfirmationLimits } from './confirmation-limits.js';
import { ConfirmationLinks } from './confirmation-links.js';
import { confirmationLook, confirmationMail } from './confirmation-mail.js';
import { findConfirmationRequest, type ConfirmationRequest } from './confirmation-request.js';

interface AskConfirmation {
  leadId: string;
}

type Ask = ClaimedJob<AskConfirmation>;

/** Sends the mails that ask for a confirmation, within their limits. No address is logged. */
@Injectable()
export class ConfirmationProcessor {
  private readonly mails = metrics.registerCounter({
    name: 'lead_confirmation_mails_total',
    help: 'Mails that ask to confirm a lead, by what became of them',
    labelNames: ['outcome'],
  });

  constructor(
    private readonly database: Database,
    private readonly limits: ConfirmationLimits,
    private readonly links: ConfirmationLinks,
    private readonly sender: NoticeSender,
    private readonly suspension: Suspension,
  ) {}

  @OnJob(ASK_CONFIRMATION_JOB, { concurrency: 4 })
  async ask(batch: JobBatch<AskConfirmation>): Promise<void> {
    const later = await this.suspension.waitUntil(batch.tenantId);
    if (later) return batch.postponeUntried(this.database, later, SUSPENDED_REASON);
    for (const job of batch.jobs) await batch.runFor(job, () => this.askOne(batch, job));
  }

  private async askOne(batch: JobBatch<AskConfirmation>, job: Ask): Promise<void> {
    const request = await this.findWanted(batch, job);
    if (!request) return this.complete(batch, job);
    const { lead } = request;
    // Later attempts are those of a mail that was counted.
    if (job.attempt === 1) {
      const waitMs = await this.limits.consumeForm(lead);
      const at = new Date(Date.now() + waitMs);
      if (waitMs > 0) return this.postpone(batch, { id: job.id, at, reason: 'The limit of the form', untried: true });
      if (!(await this.limits.consumeAddress(lead, lead.email!))) return this.complete(batch, job, 'limited');
    }
    await this.send(batch, job, request);
  }

  /** Finds the confirmation that a job asks for; null if there is no need for it any more. */
  private async findWanted(batch: JobBatch<AskConfirmation>, job: Ask): Promise<ConfirmationRequest | null> {
    if (Date.now() - job.createdAt.getTime() > NOTICE_DROPPED_AFTER_MS) return null;
    const { tenantId } = batch;
    return this.database.tenant(tenantId, async (tx) => {
      const lead = await tx.findOneBy(Lead, { tenantId, id: job.payload.leadId });
      if (!lead?.email || !lead.confirmationAskedAt || lead.confirmedAt || lead.isSpam) return null;
      const wasSent = lead.confirmationSentAt && lead.confirmationSentAt >= job.createdAt;
      return wasSent ? null : findConfirmationRequest(tx, lead);
    });
  }

  private async send(batch: JobBatch<AskConfirmation>, job: Ask, request: ConfirmationRequest): Promise<void> {
    const { tenantId, id, email } = request.lead;
    const sentAt = new Date();
    const expiresAt = new Date(sentAt.getTime() + CONFIRMATION_LINK_MS);
    const notice = confirmationMail(request, this.links.url({ tenantId, leadId: id, expiresAt }), expiresAt);
    const identity = { id: `confirm-${id}-${job.id}`, date: job.createdAt };
    try {
      await this.sender.send(email!, notice, confirmationLook(request, this.sender.name), identity);
    } catch (error) {
      const retry = noticeRetry(error, job.attempt);
      if (retry) return this.postpone(batch, { id: job.id, ...retry });
      logger.warn('A mail that asks for a confirmation was refused for good', { id: job.id });
      return this.complete(batch, job, 'refused');
    }
    await this.database.tenant(tenantId, async (tx) => {
      if (!(await batch.complete(tx, [job.id])).has(job.id)) return;
      const confirmationMails = () => 'confirmation_mails + 1';
      await tx.update(Lead, { tenantId, id }, { confirmationSentAt: sentAt, confirmationMails });
    });
    this.mails.inc({ outcome: 'sent' });
  }

  private async complete(
    batch: JobBatch<AskConfirmation>,
    { id }: Ask,
    outcome: 'limited' | 'refused' | 'needless' = 'needless',
  ): Promise<void> {
    await this.database.tenant(batch.tenantId, (tx) => batch.complete(tx, [id]));
    this.mails.inc({ outcome });
  }

  private async postpone(batch: JobBatch<AskConfirmation>, postponement: Postponement): Promise<void> {
    await this.database.tenant(batch.tenantId, (tx) => batch.postpone(tx, [postponement]));
  }
}
