import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Suspension, SUSPENDED_REASON } from '#libs/core/auth';
import { type ClaimedJob, type JobBatch, OnJob } from '#libs/core/jobs';
import { Database } from '#libs/core/persistence';
import { ANNOUNCE_LEAD_JOB, type AnnounceLead, Lead } from '#libs/sites/forms';
import { FormNoticeRepository } from './form-notice.repository.js';
import { LeadAnnouncements } from './lead-announcements.js';

/** Runs the jobs of leads of which somebody is to hear. What they ask for and their end are one transaction. */
@Injectable()
export class LeadAnnouncementsProcessor {
  constructor(
    private readonly database: Database,
    private readonly suspension: Suspension,
    private readonly notices: FormNoticeRepository,
    private readonly announcements: LeadAnnouncements,
  ) {}

  @OnJob(ANNOUNCE_LEAD_JOB, { chunk: 20, concurrency: 2, perTenant: 1 })
  async announce(batch: JobBatch<AnnounceLead>): Promise<void> {
    const { tenantId } = batch;
    await this.runAll(batch, async (tx, { payload: { leadId, answersOnly = false } }) => {
      const lead = await tx.findOneBy(Lead, { tenantId, id: leadId });
      const settings = lead && (await this.notices.lockForUpdate(tx, tenantId, lead.formId));
      if (settings) await this.announcements.announce(tx, lead, settings, answersOnly);
    });
  }

  @OnJob('lead.announce-held', { concurrency: 1 })
  async announceHeld(batch: JobBatch<{ formId: string }>): Promise<void> {
    const { tenantId } = batch;
    await this.runAll(batch, async (tx, { payload: { formId } }) => {
      const settings = await this.notices.lockForUpdate(tx, tenantId, formId);
      if (settings) await this.announcements.announceHeld(tx, settings);
    });
  }

  private async runAll<P>(
    batch: JobBatch<P>,
    work: (tx: EntityManager, job: ClaimedJob<P>) => Promise<void>,
  ): Promise<void> {
    const later = await this.suspension.waitUntil(batch.tenantId);
    if (later) return batch.postponeUntried(this.database, later, SUSPENDED_REASON);
    for (const job of batch.jobs) {
      await batch.runFor(job, () =>
        this.database.tenant(batch.tenantId, async (tx) => {
          // A job whose lease ran out belongs to another worker.
          if ((await batch.complete(tx, [job.id])).has(job.id)) await work(tx, job);
        }),
      );
    }
  }
}
