import { Injectable } from '@nestjs/common';
import { Suspension } from '#libs/core/auth';
import {
  type ConfirmationAddressee,
  ConfirmationAsker,
  type ConfirmationJob,
  ConfirmationLimits,
  linkExpiresAt,
} from '#libs/messaging/confirmation';
import { noticeRetry, NoticeSender } from '#libs/messaging/notices';
import { OnJob, type JobBatch } from '#libs/core/jobs';
import { logger } from '#libs/core/observability';
import { Database } from '#libs/core/persistence';
import { Lead } from '../lead.entity.js';
import { ASK_CONFIRMATION_JOB } from './confirmation.js';
import { ConfirmationLinks } from './confirmation-links.js';
import { confirmationLook, confirmationMail } from './confirmation-mail.js';
import { findConfirmationRequest, type ConfirmationRequest } from './confirmation-request.js';

interface AskConfirmation {
  leadId: string;
}

type Asked = ConfirmationJob<AskConfirmation>;

/** Lead whose address is asked. */
interface AskedLead extends ConfirmationAddressee {
  request: ConfirmationRequest;
}

/** Sends the mails that ask for the confirmation of leads. */
@Injectable()
export class ConfirmationProcessor extends ConfirmationAsker<AskConfirmation, AskedLead> {
  constructor(
    database: Database,
    limits: ConfirmationLimits,
    suspension: Suspension,
    private readonly links: ConfirmationLinks,
    private readonly sender: NoticeSender,
  ) {
    super(database, limits, suspension, {
      name: 'lead_confirmation_mails_total',
      help: 'Mails that ask to confirm a lead, by what became of them',
      overLimit: 'The limit of the form',
    });
  }

  @OnJob(ASK_CONFIRMATION_JOB, { concurrency: 4 })
  async ask(batch: JobBatch<AskConfirmation>): Promise<void> {
    return this.askAll(batch);
  }

  protected async findAddressee({ batch: { tenantId }, job }: Asked): Promise<AskedLead | null> {
    return this.database.tenant(tenantId, async (tx) => {
      const lead = await tx.findOneBy(Lead, { tenantId, id: job.payload.leadId });
      if (!lead?.email || !lead.confirmationAskedAt || lead.confirmedAt || lead.isSpam) return null;
      const wasSent = lead.confirmationSentAt && lead.confirmationSentAt >= job.createdAt;
      if (wasSent) return null;
      const request = await findConfirmationRequest(tx, lead);
      return { tenantId, askerId: lead.formId, email: lead.email, request };
    });
  }

  protected async send(asked: Asked, { request, email }: AskedLead): Promise<void> {
    const { batch, job } = asked;
    const { tenantId, id } = request.lead;
    const sentAt = new Date();
    const expiresAt = linkExpiresAt(sentAt);
    const notice = confirmationMail(request, this.links.url({ tenantId, leadId: id, expiresAt }), expiresAt);
    const identity = { id: `confirm-${id}-${job.id}`, date: job.createdAt };
    try {
      await this.sender.send(email, notice, confirmationLook(request, this.sender.name), identity);
    } catch (error) {
      const retry = noticeRetry(error, job.attempt);
      if (retry) return this.postpone(asked, retry);
      logger.warn('A mail that asks for a confirmation was refused for good', { id: job.id });
      return this.complete(asked, 'refused');
    }
    await this.database.tenant(tenantId, async (tx) => {
      if (!(await batch.complete(tx, [job.id])).has(job.id)) return;
      const confirmationMails = () => 'confirmation_mails + 1';
      await tx.update(Lead, { tenantId, id }, { confirmationSentAt: sentAt, confirmationMails });
    });
    this.count('sent');
  }
}
