import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { TenantId } from '#libs/persistence';
import { FeedbackReport } from './feedback-report.entity.js';

@Injectable()
export class FeedbackReportRepository {
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
