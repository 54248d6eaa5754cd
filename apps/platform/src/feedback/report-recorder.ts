import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { MailReport } from '#libs/email';
import type { TenantId } from '#libs/persistence';
import { SuppressionRepository } from '../suppressions/suppression.repository.js';
import {
  EVERYTHING,
  NOT_TRANSACTIONAL,
  type SuppressionReason,
  type SuppressionTopic,
} from '../suppressions/suppression.js';
import { Departures, topicToLeave } from './departures.js';
import { FeedbackRecorder } from './feedback-recorder.js';
import type { ReportOutcome } from './feedback.metrics.js';
import { canBeSuppressed, type KnownMessage } from './known-message.js';
import { meaningOf } from './report-feedback.js';

/** Records a report in the timeline of its e-mail, and suppresses the recipient after a hard bounce, a complaint or an opt-out. */
@Injectable()
export class ReportRecorder {
  constructor(
    private readonly feedback: FeedbackRecorder,
    private readonly suppressions: SuppressionRepository,
    private readonly departures: Departures,
  ) {}

  /** In the caller's transaction, which has locked the message. */
  async record(
    tx: EntityManager,
    tenantId: TenantId,
    message: KnownMessage,
    report: MailReport,
    receivedAt: Date,
  ): Promise<ReportOutcome> {
    const { id: messageId, recipient: address } = message;
    const meaning = meaningOf(report, message, receivedAt);
    if (!meaning) return 'ignored';
    const isNew = await this.feedback.record(tx, tenantId, messageId, meaning.feedback);
    // A duplicate report must not restore a suppression that the account has deleted since.
    if (isNew && meaning.suppress && canBeSuppressed(message)) {
      const { suppress: reason } = meaning;
      const topic = topicFor(reason, message);
      await this.suppressions.insert(tx, tenantId, { address, topic, reason, source: 'report', messageId });
    }
    if (isNew && meaning.suppress === 'unsubscribe')
      await this.departures.record(tx, tenantId, message, [topicToLeave(message)]);
    return isNew ? 'recorded' : 'repeated';
  }
}

/** An opt-out holds the topic of the message back, a complaint all that is not transactional, a bounce everything. */
function topicFor(reason: SuppressionReason, message: KnownMessage): SuppressionTopic {
  if (reason === 'bounce') return EVERYTHING;
  return reason === 'unsubscribe' ? topicToLeave(message) : NOT_TRANSACTIONAL;
}
