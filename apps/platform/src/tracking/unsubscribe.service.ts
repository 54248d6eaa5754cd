import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { parseMailbox } from '#libs/email';
import { Database, type TenantId } from '#libs/persistence';
import { emailKey } from '../contacts/contact.js';
import { contactEvent } from '../contacts/contact-events.js';
import { ContactRepository } from '../contacts/contact.repository.js';
import { canBeSuppressed, holdMessage, type KnownMessage } from '../feedback/known-message.js';
import { MessageFeedback } from '../feedback/message-feedback.js';
import type { MessageRef } from '../feedback/return-path.js';
import { SuppressionRepository } from '../suppressions/suppression.repository.js';
import { WebhookEvents } from '../webhooks/webhook-events.service.js';
import type { Parting } from './pages/unsubscribe-pages.js';

/** The way out of a mailing, by the link that is in every mail of it. */
@Injectable()
export class UnsubscribeService {
  constructor(
    private readonly database: Database,
    private readonly feedback: MessageFeedback,
    private readonly suppressions: SuppressionRepository,
    private readonly contacts: ContactRepository,
    private readonly webhooks: WebhookEvents,
  ) {}

  /** Who would no longer send to whom; undefined when the message is gone. */
  async parting({ tenantId, messageId }: MessageRef): Promise<Parting | undefined> {
    const message = await this.database.tenant(tenantId, (tx) => holdMessage(tx, tenantId, messageId));
    return message && partingOf(message);
  }

  /**
   * Suppresses the recipient and tells the account; as often as it is asked for, with the same result. An address that
   * the account took off its list in between is put there again: it is the recipient's word that counts.
   */
  async unsubscribe({ tenantId, messageId }: MessageRef): Promise<Parting | undefined> {
    return this.database.tenant(tenantId, async (tx) => {
      const message = await holdMessage(tx, tenantId, messageId);
      if (!message) return undefined;
      await this.part(tx, tenantId, message);
      return partingOf(message);
    });
  }

  /** The same in the caller's transaction, which holds the message. */
  async part(tx: EntityManager, tenantId: TenantId, message: KnownMessage): Promise<void> {
    const added = canBeSuppressed(message) && (await this.suppress(tx, tenantId, message));
    const isNews = await this.feedback.record(tx, tenantId, message.id, unsubscribed());
    if (added || isNews) await this.tellOfContact(tx, tenantId, message.recipient);
  }

  private async suppress(tx: EntityManager, tenantId: TenantId, message: KnownMessage): Promise<boolean> {
    const { id: messageId, recipient: address } = message;
    const entry = { address, reason: 'unsubscribe', source: 'link', messageId } as const;
    return (await this.suppressions.insert(tx, tenantId, entry)).isNew;
  }

  private async tellOfContact(tx: EntityManager, tenantId: TenantId, address: string): Promise<void> {
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

function partingOf({ sender, recipient }: KnownMessage): Parting {
  const mailbox = parseMailbox(sender);
  return { sender: mailbox?.name ?? mailbox?.address ?? sender, address: recipient };
}
