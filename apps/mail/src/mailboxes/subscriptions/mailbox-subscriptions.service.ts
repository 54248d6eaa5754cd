import { Injectable } from '@nestjs/common';
import { recordAudit } from '#libs/core/audit';
import { isUuid, Problem } from '#libs/core/http';
import { Database, type TenantId } from '#libs/core/persistence';
import { MailboxSubscription } from './mailbox-subscription.entity.js';
import { MailboxRepository } from '../mailbox.repository.js';

/** Subscriptions of mailboxes. While one is active its mailbox is neither removed nor made personal. */
@Injectable()
export class MailboxSubscriptions {
  constructor(
    private readonly database: Database,
    private readonly mailboxes: MailboxRepository,
  ) {}

  /** Starts the subscription of a mailbox, or describes it anew. @throws Problem NotFound */
  async start(tenantId: TenantId, mailboxId: string, description: string): Promise<void> {
    if (!isUuid(mailboxId)) throw new Problem('NotFound');
    await this.database.tenant(tenantId, async (tx) => {
      const mailbox = await this.mailboxes.lockForUpdate(tx, tenantId, mailboxId);
      if (!mailbox || mailbox.removedAt) throw new Problem('NotFound');
      await tx.upsert(MailboxSubscription, { tenantId, mailboxId, description }, ['tenantId', 'mailboxId']);
      const object = { type: 'mailbox', id: mailboxId };
      await recordAudit(tx, { action: 'mailbox.subscribed', object, tenantId, after: { description } });
    });
  }

  /** @throws Problem NotFound without a subscription */
  async end(tenantId: TenantId, mailboxId: string): Promise<void> {
    if (!isUuid(mailboxId)) throw new Problem('NotFound');
    await this.database.tenant(tenantId, async (tx) => {
      const { affected } = await tx.delete(MailboxSubscription, { tenantId, mailboxId });
      if (!affected) throw new Problem('NotFound');
      await recordAudit(tx, { action: 'mailbox.unsubscribed', object: { type: 'mailbox', id: mailboxId }, tenantId });
    });
  }
}
