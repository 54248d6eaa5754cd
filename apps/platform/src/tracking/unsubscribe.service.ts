import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { parseMailbox } from '#libs/email';
import { Database, type TenantId } from '#libs/persistence';
import { emailKey } from '../contacts/contact.js';
import { contactEvent } from '../contacts/contact-events.js';
import { ContactRepository } from '../contacts/contact.repository.js';
import { FeedbackRecorder } from '../feedback/feedback-recorder.js';
import { canBeSuppressed, type KnownMessage } from '../feedback/known-message.js';
import { KnownMessageRepository } from '../feedback/known-message.repository.js';
import type { MessageRef } from '../feedback/return-path.js';
import { SuppressionRepository } from '../suppressions/suppression.repository.js';
import { NOT_TRANSACTIONAL, type SuppressionTopic } from '../suppressions/suppression.js';
import { WebhookEvents } from '../webhooks/webhook-events.service.js';

/** Who writes to which address. */
export interface Correspondence {
  sender: string;
  address: string;
}

/** Unsubscribes recipients by the link in their mail. */
@Injectable()
export class UnsubscribeService {
  constructor(
    private readonly database: Database,
    private readonly messages: KnownMessageRepository,
    private readonly feedback: FeedbackRecorder,
    private readonly suppressions: SuppressionRepository,
    private readonly contacts: ContactRepository,
    private readonly webhooks: WebhookEvents,
  ) {}

  /** What {@link unsubscribe} would do; null if the message does not exist. */
  async preview({ tenantId, messageId }: MessageRef): Promise<Correspondence | null> {
    const message = await this.database.tenant(tenantId, (tx) => this.messages.find(tx, tenantId, messageId));
    return message && correspondenceOf(message);
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
      return correspondenceOf(message);
    });
  }

  /**
   * {@link unsubscribe} in the caller's transaction, which has locked the message.
   * @param topics what the recipient wants no more; what the message is of if absent
   */
  async record(
    tx: EntityManager,
    tenantId: TenantId,
    message: KnownMessage,
    topics: readonly SuppressionTopic[] = [message.topic ?? NOT_TRANSACTIONAL],
  ): Promise<void> {
    let added = false;
    for (const topic of canBeSuppressed(message) ? topics : [])
      added = (await this.suppress(tx, tenantId, message, topic)) || added;
    const isNew = await this.feedback.record(tx, tenantId, message.id, unsubscribed());
    if (added || isNew) await this.recordOfContact(tx, tenantId, message.recipient);
  }

  private async suppress(
    tx: EntityManager,
    tenantId: TenantId,
    { id: messageId, recipient: address }: KnownMessage,
    topic: SuppressionTopic,
  ): Promise<boolean> {
    const entry = { address, topic, reason: 'unsubscribe', source: 'link', messageId } as const;
    return (await this.suppressions.insert(tx, tenantId, entry)).outcome !== 'kept';
  }

  private async recordOfContact(tx: EntityManager, tenantId: TenantId, address: string): Promise<void> {
    const [contact] = await this.contacts.lockByAddress(tx, tenantId, [emailKey(address)], []);
    if (!contact) return;
    await this.webhooks.record(tx, tenantId, [contactEvent('contact.unsubscribed', contact, new Date())]);
  }
}

const unsubscribed = () => ({
  type: 'unsubscribed' as const,
  occurredAt: new Date(),
  detail: { Via: 'link' },
  error: null,
  sameness: '',
});

function correspondenceOf({ sender, recipient }: KnownMessage): Correspondence {
  const mailbox = parseMailbox(sender);
  return { sender: mailbox?.name ?? mailbox?.address ?? sender, address: recipient };
}
