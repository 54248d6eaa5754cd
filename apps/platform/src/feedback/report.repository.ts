import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Outbox } from '#libs/jobs';
import { Database, type TenantId } from '#libs/persistence';
import type { MessageRef } from './return-path.js';

export interface ProcessFeedback {
  reportId: string;
}

export interface StoredReport {
  id: string;
  messageId: string;
  raw: Buffer;
  receivedAt: Date;
}

/** Reports as they came, from the moment that they are taken until they are understood. */
@Injectable()
export class ReportRepository {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
  ) {}

  /** Keeps a report, and enqueues that it is read: durable when this resolves. */
  async keep({ tenantId, messageId }: MessageRef, raw: Buffer): Promise<void> {
    await this.database.tenant(tenantId, async (tx) => {
      const reportId = randomUUID();
      await tx.query(`insert into feedback_report (tenant_id, id, message_id, raw) values ($1, $2, $3, $4)`, [
        tenantId,
        reportId,
        messageId,
        raw,
      ]);
      await this.outbox.enqueue(tx, 'feedback.process', [{ tenantId, payload: { reportId } }]);
    });
  }

  async find(tx: EntityManager, tenantId: TenantId, ids: readonly string[]): Promise<StoredReport[]> {
    return tx.query(
      `select id, message_id as "messageId", raw, received_at as "receivedAt" from feedback_report
       where tenant_id = $1 and id = any($2::uuid[]) order by received_at, id`,
      [tenantId, ids],
    );
  }

  async remove(tx: EntityManager, tenantId: TenantId, id: string): Promise<void> {
    await tx.query(`delete from feedback_report where tenant_id = $1 and id = $2`, [tenantId, id]);
  }
}
