import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { parseReport, type MailReport } from '#libs/mail/email';
import { OnJob, type ClaimedJob, type JobBatch } from '#libs/core/jobs';
import { Database, type TenantId } from '#libs/core/persistence';
import type { FeedbackReport } from './feedback-report.entity.js';
import { FeedbackReportRepository } from './feedback-report.repository.js';
import type { ProcessFeedback } from './feedback-reports.service.js';
import { FeedbackMetrics, type ReportOutcome } from '../feedback.metrics.js';
import { KnownMessageRepository } from '../known-message.repository.js';
import { ReportRecorder } from './report-recorder.js';

type Job = ClaimedJob<ProcessFeedback>;

/** Parses the reports that came to the return path, and records what they say. */
@Injectable()
export class FeedbackProcessor {
  constructor(
    private readonly database: Database,
    private readonly reports: FeedbackReportRepository,
    private readonly messages: KnownMessageRepository,
    private readonly recorder: ReportRecorder,
    private readonly metrics: FeedbackMetrics,
  ) {}

  @OnJob('feedback.process', { chunk: 20, concurrency: 4 })
  async process(batch: JobBatch<ProcessFeedback>): Promise<void> {
    for (const job of batch.jobs) {
      const outcome = await this.processOne(batch, job);
      if (outcome) this.metrics.report(outcome);
    }
  }

  /** Completes a job and records its report in one transaction; undefined if another worker has claimed the job. */
  private async processOne(batch: JobBatch<ProcessFeedback>, job: Job): Promise<ReportOutcome | undefined> {
    const { tenantId } = batch;
    const report = await this.database.tenant(tenantId, (tx) => this.reports.find(tx, tenantId, job.payload.reportId));
    const parsed = report && (await parseReport(report.raw));
    return this.database.tenant(tenantId, async (tx) => {
      const ours = await batch.complete(tx, [job.id]);
      if (!ours.has(job.id) || !report) return undefined;
      await this.reports.delete(tx, tenantId, report.id);
      return parsed ? this.record(tx, tenantId, report, parsed) : 'unrecognised';
    });
  }

  private async record(
    tx: EntityManager,
    tenantId: TenantId,
    { messageId, receivedAt }: FeedbackReport,
    report: MailReport,
  ): Promise<ReportOutcome> {
    const message = await this.messages.lockForUpdate(tx, tenantId, messageId);
    return message ? this.recorder.record(tx, tenantId, message, report, receivedAt) : 'unknown_message';
  }
}
