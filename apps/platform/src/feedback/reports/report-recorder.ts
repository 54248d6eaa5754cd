import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { MailReport } from '#libs/mail/email';
import type { TenantId } from '#libs/core/persistence';
import { isDomainGone } from '../../suppressions/recipient-notices/domain-gone.js';
import { type RecipientNews, RecipientNotices } from '../../suppressions/recipient-notices/recipient-notices.js';
import { SuppressionRepository } from '../../suppressions/suppression.repository.js';
import {
  EVERYTHING,
  NOT_TRANSACTIONAL,
  type SuppressionReason,
  type SuppressionTopic,
} from '../../suppressions/suppression.js';
import { Departures, topicToLeave } from '../departures.js';
import { FeedbackRecorder } from '../feedback-recorder.js';
import type { ReportOutcome } from '../feedback.metrics.js';
import { canBeSuppressed, type KnownMessage } from '../known-message.js';
import { meaningOf, type ReportMeaning } from './report-feedback.js';

/** Records a report in the timeline of its e-mail, and suppresses the recipient after a hard bounce, a complaint or an opt-out. */
@Injectable()
export class ReportRecorder {
  constructor(
    private readonly feedback: FeedbackRecorder,
    private readonly suppressions: SuppressionRepository,
    private readonly departures: Departures,
    private readonly notices: RecipientNotices,
  ) {}

  /** Records in the caller's transaction, which has locked the message. */
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
      await this.notices.send(tx, tenantId, newsOf(address, topic, reason, meaning));
    }
    if (isNew && meaning.suppress === 'unsubscribe')
      await this.departures.record(tx, tenantId, message, [topicToLeave(message)]);
    return isNew ? 'recorded' : 'repeated';
  }
}

/** Returns what the CRM has to know: leaving one topic is not leaving. */
function newsOf(
  address: string,
  topic: SuppressionTopic,
  reason: SuppressionReason,
  { feedback: { occurredAt, detail } }: ReportMeaning,
): RecipientNews[] {
  const common = { address, source: 'report', occurredAt } as const;
  if (reason === 'bounce') return [{ ...common, change: 'bounced', isDomainGone: isDomainGone(detail) }];
  if (reason === 'complaint') return [{ ...common, change: 'complained' }];
  return topic === NOT_TRANSACTIONAL ? [{ ...common, change: 'unsubscribed' }] : [];
}

/** An opt-out holds the topic of the message back, a complaint all that is not transactional, a bounce everything. */
function topicFor(reason: SuppressionReason, message: KnownMessage): SuppressionTopic {
  if (reason === 'bounce') return EVERYTHING;
  return reason === 'unsubscribe' ? topicToLeave(message) : NOT_TRANSACTIONAL;
}
