import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Outbox } from '#libs/core/jobs';
import { Database } from '#libs/core/persistence';
import { FeedbackReportRepository } from './feedback-report.repository.js';
import type { MessageRef } from '../return-paths/return-path.js';

export interface ProcessFeedback {
  reportId: string;
}

/** Accepts the reports that come back for sent mail. */
@Injectable()
export class FeedbackReportsService {
  constructor(
    private readonly database: Database,
    private readonly reports: FeedbackReportRepository,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Stores a report and enqueues its processing: durable when this resolves. False, and stores nothing, if the message has
   * had its 20 reports.
   */
  async accept(ref: MessageRef, raw: Buffer): Promise<boolean> {
    const { tenantId, messageId } = ref;
    return this.database.tenant(tenantId, async (tx) => {
      if (!(await this.reports.count(tx, ref))) return false;
      const id = randomUUID();
      await this.reports.insert(tx, { tenantId, id, messageId, raw });
      await this.outbox.enqueue(tx, 'feedback.process', [{ tenantId, payload: { reportId: id } }]);
      return true;
    });
  }
}
