import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { parseMailbox } from '#libs/mail/email';
import { plainName } from '#libs/messaging/notices';
import { Database, type TenantId } from '#libs/core/persistence';
import { departure, Departures, topicToLeave } from '../../feedback/departures.js';
import { FeedbackRecorder } from '../../feedback/feedback-recorder.js';
import { canBeSuppressed, type KnownMessage } from '../../feedback/known-message.js';
import { KnownMessageRepository } from '../../feedback/known-message.repository.js';
import type { MessageRef } from '../../feedback/return-paths/return-path.js';
import { RecipientNotices } from '../../suppressions/recipient-notices/recipient-notices.js';
import { SuppressionRepository } from '../../suppressions/suppression.repository.js';
import { NOT_TRANSACTIONAL, type SuppressionTopic } from '../../suppressions/suppression.js';
import { findNameOfTopic } from './topic-name.sql.js';

/** Mail from a sender to an address, about a topic. */
export interface Correspondence {
  sender: string;
  address: string;
  /** The topic or list that is left; null for everything. Its name is null where recipients do not know it. */
  topic: { name: string | null } | null;
}

/** Unsubscribes recipients by the link in their mail. */
@Injectable()
export class UnsubscribeService {
  constructor(
    private readonly database: Database,
    private readonly messages: KnownMessageRepository,
    private readonly feedback: FeedbackRecorder,
    private readonly suppressions: SuppressionRepository,
    private readonly departures: Departures,
    private readonly notices: RecipientNotices,
  ) {}

  /** Tells what {@link unsubscribe} would do; null if the message does not exist. */
  async preview({ tenantId, messageId }: MessageRef): Promise<Correspondence | null> {
    return this.database.tenant(tenantId, async (tx) => {
      const message = await this.messages.find(tx, tenantId, messageId);
      return message && correspondenceOf(tx, tenantId, message);
    });
  }

  /**
   * Suppresses the recipient, for the topic of the message if it has one, and records the event; idempotent. It suppresses
   * again an address whose suppression the account has deleted. Returns null if the message does not exist.
   */
  async unsubscribe({ tenantId, messageId }: MessageRef): Promise<Correspondence | null> {
    return this.database.tenant(tenantId, async (tx) => {
      const message = await this.messages.lockForUpdate(tx, tenantId, messageId);
      if (!message) return null;
      await this.record(tx, tenantId, message);
      return correspondenceOf(tx, tenantId, message);
    });
  }

  /**
   * {@link unsubscribe} in the caller's transaction, which has locked the message.
   * @param topics what the recipient wants no more; what the message is of if absent
   * @param source where the recipient said so
   */
  async record(
    tx: EntityManager,
    tenantId: TenantId,
    message: KnownMessage,
    topics: readonly SuppressionTopic[] = [topicToLeave(message)],
    source: 'link' | 'preferences' = 'link',
  ): Promise<void> {
    const now = new Date();
    const leaving = topics.map((topic) => ({ topic, feedback: departure(topic, now, { Via: 'link' }) }));
    const suppressed = canBeSuppressed(message) ? await this.suppress(tx, tenantId, message, topics) : new Set();
    const recorded = await this.feedback.recordAll(
      tx,
      tenantId,
      message.id,
      leaving.map(({ feedback }) => feedback),
    );
    const left = leaving.filter(({ topic, feedback }) => suppressed.has(topic) || recorded.includes(feedback));
    await this.departures.record(
      tx,
      tenantId,
      message,
      left.map(({ topic }) => topic),
    );
    if (canBeSuppressed(message) && left.some(({ topic }) => topic === NOT_TRANSACTIONAL)) {
      const news = { address: message.recipient, change: 'unsubscribed', source, occurredAt: now } as const;
      await this.notices.send(tx, tenantId, [news]);
    }
  }

  /** Suppresses the recipient for these topics and tells nobody of it. Returns those for which it was not suppressed. */
  async suppress(
    tx: EntityManager,
    tenantId: TenantId,
    { id: messageId, recipient: address }: KnownMessage,
    topics: readonly SuppressionTopic[],
  ): Promise<Set<SuppressionTopic>> {
    const common = { address, reason: 'unsubscribe', source: 'link', messageId } as const;
    const entries = topics.map((topic) => ({ ...common, topic }));
    return new Set((await this.suppressions.insertAll(tx, tenantId, entries)).map(({ entry }) => entry.topic));
  }
}

async function correspondenceOf(
  tx: EntityManager,
  tenantId: TenantId,
  { sender, recipient, topic }: KnownMessage,
): Promise<Correspondence> {
  const mailbox = parseMailbox(sender);
  return {
    sender: mailbox?.name ?? mailbox?.address ?? sender,
    address: recipient,
    topic: topic && { name: plainName((await findNameOfTopic(tx, tenantId, topic)) ?? '') || null },
  };
}
