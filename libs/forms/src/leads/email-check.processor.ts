import { Injectable } from '@nestjs/common';
import { AppEventSender } from '#libs/app-events';
import { OnJob, type ClaimedJob, type JobBatch } from '#libs/jobs';
import { Database } from '#libs/persistence';
import type { EmailStatus } from '../lead.js';
import { Lead } from '../lead.entity.js';
import { CHECK_EMAIL_JOB, emailStatusOf } from './email-check.js';
import { LEADS_RECEIVER } from './lead-events.js';
import { MailDomains } from './mail-domains.js';

interface CheckEmail {
  leadId: string;
}

/** DNS that does not answer is asked so often; then the status is `desconhecido`. */
const ATTEMPTS = 3;
const RETRY_MS = 30_000;

/** Looks at the addresses of leads, after the visitor has their answer. */
@Injectable()
export class EmailCheckProcessor {
  constructor(
    private readonly database: Database,
    private readonly events: AppEventSender,
    private readonly domains: MailDomains,
  ) {}

  @OnJob(CHECK_EMAIL_JOB, { chunk: 20, concurrency: 4 })
  async check(batch: JobBatch<CheckEmail>): Promise<void> {
    await Promise.all(batch.jobs.map((job) => batch.runFor(job, () => this.checkOne(batch, job))));
  }

  private async checkOne(batch: JobBatch<CheckEmail>, job: ClaimedJob<CheckEmail>): Promise<void> {
    const { tenantId } = batch;
    const id = job.payload.leadId;
    const lead = await this.database.tenant(tenantId, (tx) => tx.findOneBy(Lead, { tenantId, id }));
    if (!lead?.email) return void (await this.database.tenant(tenantId, (tx) => batch.complete(tx, [job.id])));
    const domain = await this.domains.find(lead.email.slice(lead.email.lastIndexOf('@') + 1));
    const status = emailStatusOf(lead.email, domain);
    if (status === 'desconhecido' && job.attempt < ATTEMPTS) {
      const later = { id: job.id, at: new Date(Date.now() + RETRY_MS), reason: 'DNS does not answer' };
      await this.database.tenant(tenantId, (tx) => batch.postpone(tx, [later]));
    } else await this.record(batch, job, lead, status);
  }

  private async record(
    batch: JobBatch<CheckEmail>,
    job: ClaimedJob<CheckEmail>,
    { tenantId, id }: Lead,
    emailStatus: EmailStatus,
  ): Promise<void> {
    await this.database.tenant(tenantId, async (tx) => {
      if (!(await batch.complete(tx, [job.id])).has(job.id)) return;
      await tx.update(Lead, { tenantId, id }, { emailStatus });
      const lead = await tx.findOneBy(Lead, { tenantId, id });
      if (lead && !lead.isSpam)
        await this.events.send(tx, tenantId, LEADS_RECEIVER, 'pages.lead.email-checked', { leadId: id, emailStatus });
    });
  }
}
