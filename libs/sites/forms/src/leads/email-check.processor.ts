import { Injectable } from '@nestjs/common';
import { AppEventSender, type EmailStatus } from '#libs/core/app-events';
import { OnJob, type ClaimedJob, type JobBatch } from '#libs/core/jobs';
import { Database } from '#libs/core/persistence';
import { Lead } from '../lead.entity.js';
import { CHECK_EMAIL_JOB, emailStatusOf } from './email-check.js';
import { LEADS_RECEIVER } from './lead-events.js';
import { MailDomains } from './mail-domains.js';

interface CheckEmail {
  leadId: string;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** How long after each attempt a DNS server that did not answer is asked again. After the last one it is left at that. */
const RETRY_MS = [MINUTE_MS / 2, MINUTE_MS, 10 * MINUTE_MS, HOUR_MS, 6 * HOUR_MS, 24 * HOUR_MS, 48 * HOUR_MS];
/** From this attempt on the status is shown as `desconhecido` while the search goes on. */
const SHOWN_FROM = 3;

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
    const retryMs = status === 'desconhecido' ? RETRY_MS[job.attempt - 1] : undefined;
    const at = retryMs === undefined ? null : new Date(Date.now() + retryMs);
    await this.record(batch, job, lead, status, at);
  }

  /** @param askAgainAt null when the status is final */
  private async record(
    batch: JobBatch<CheckEmail>,
    job: ClaimedJob<CheckEmail>,
    { tenantId, id }: Lead,
    emailStatus: EmailStatus,
    askAgainAt: Date | null,
  ): Promise<void> {
    await this.database.tenant(tenantId, async (tx) => {
      const own = askAgainAt
        ? await batch.postpone(tx, [{ id: job.id, at: askAgainAt, reason: 'DNS does not answer' }])
        : await batch.complete(tx, [job.id]);
      if (!own.has(job.id) || (askAgainAt && job.attempt < SHOWN_FROM)) return;
      const lead = await tx.findOne(Lead, { where: { tenantId, id }, lock: { mode: 'pessimistic_write' } });
      if (!lead || lead.emailStatus === emailStatus) return;
      await tx.update(Lead, { tenantId, id }, { emailStatus });
      if (!lead.isSpam)
        await this.events.send(tx, tenantId, LEADS_RECEIVER, 'pages.lead.email-checked', { leadId: id, emailStatus });
    });
  }
}
