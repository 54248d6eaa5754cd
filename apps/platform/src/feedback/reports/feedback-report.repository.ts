import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { TenantId } from '#libs/core/persistence';
import { countReport } from './feedback-report-count.sql.js';
import { FeedbackReport } from './feedback-report.entity.js';
import type { MessageRef } from '../return-paths/return-path.js';

/** Reports that are accepted for one message. */
const MAX_REPORTS = 20;

@Injectable()
export class FeedbackReportRepository {
  /** Counts a report of a message; false if it has had 20 before. */
  async count(tx: EntityManager, ref: MessageRef): Promise<boolean> {
    return countReport(tx, ref, MAX_REPORTS);
  }

  async insert(tx: EntityManager, report: Omit<FeedbackReport, 'receivedAt'>): Promise<void> {
    await tx.insert(FeedbackReport, report);
  }

  async find(tx: EntityManager, tenantId: TenantId, id: string): Promise<FeedbackReport | null> {
    return tx.findOneBy(FeedbackReport, { tenantId, id });
  }

  async delete(tx: EntityManager, tenantId: TenantId, id: string): Promise<void> {
    await tx.delete(FeedbackReport, { tenantId, id });
  }
}
