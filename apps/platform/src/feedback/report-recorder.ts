import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { MailReport } from '#libs/email';
import type { TenantId } from '#libs/persistence';
import { SuppressionRepository } from '../suppressions/suppression.repository.js';
import type { ReportOutcome } from './feedback.metrics.js';
import { canBeSuppressed, type KnownMessage } from './known-message.js';
import { MessageFeedback } from './message-feedback.js';
import { meaningOf } from './report-feedback.js';

/** Records what a report says of the e-mail that it came back for, and suppresses whom it says to. */
@Injectable()
export class ReportRecorder {
  constructor(
    private readonly feedback: MessageFeedback,
    private readonly suppressions: SuppressionRepository,
  ) {}

  /** In the caller's transaction, which holds the message. */
  async record(
    tx: EntityManager,
    tenantId: TenantId,
    message: KnownMessage,
    report: MailReport,
    receivedAt: Date,
  ): Promise<ReportOutcome> {
    const { id: messageId, recipient: address } = message;
    const meaning = meaningOf(report, address, receivedAt);
    if (!meaning) return 'ignored';
    const isNews = await this.feedback.record(tx, tenantId, messageId, meaning.feedback);
    // An entry that the account has removed since must not come back with a report that was known then.
    if (isNews && meaning.suppress && canBeSuppressed(message)) {
      await this.suppressions.insert(tx, tenantId, { address, reason: meaning.suppress, source: 'report', messageId });
    }
    return isNews ? 'recorded' : 'repeated';
  }
}
