import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { recordAudit } from '#libs/core/audit';
import { Database } from '#libs/core/persistence';
import { isExpired, linkExpiresAt } from '#libs/messaging/confirmation';
import { MailboxRepository } from '../../mailboxes/mailbox.repository.js';
import type { ForwardingAddress } from '../forwarding-address.entity.js';
import { type ForwardingLink, ForwardingLinks } from './forwarding-links.js';
import { ForwardingRepository } from '../forwarding.repository.js';

/** Consent that a link asks for. */
export interface AskedForwarding {
  /** The mailbox that is to forward. */
  from: string;
  to: string;
  isExpired: boolean;
}

/** The consent of addresses, by the link in a mail. A link works once. */
@Injectable()
export class ForwardingConfirmations {
  constructor(
    private readonly database: Database,
    private readonly mailboxes: MailboxRepository,
    private readonly addresses: ForwardingRepository,
    private readonly links: ForwardingLinks,
  ) {}

  /** Reads a link. Null if it is forged, used, replaced, or of a mailbox that is gone. Changes nothing. */
  async open(token: string): Promise<AskedForwarding | null> {
    const link = this.links.open(token);
    if (!link) return null;
    const { tenantId, linkId } = link;
    return this.database.tenant(tenantId, async (tx) => {
      const row = await this.addresses.findByLink(tx, tenantId, linkId);
      return row && this.describe(tx, link, row);
    });
  }

  /** Records the consent, unless the link has expired; as {@link open} else. */
  async confirm(token: string): Promise<AskedForwarding | null> {
    const link = this.links.open(token);
    if (!link) return null;
    const { tenantId, linkId } = link;
    return this.database.tenant(tenantId, async (tx) => {
      const row = await this.addresses.lockByLink(tx, tenantId, linkId);
      const asked = row && (await this.describe(tx, link, row));
      if (!asked || asked.isExpired) return asked;
      await this.addresses.updateConsent(tx, row, { confirmedAt: new Date(), linkId: null });
      const object = { type: 'mailbox', id: row.mailboxId };
      const after = { address: row.address };
      await recordAudit(tx, { action: 'mailbox.forwarding-confirmed', object, tenantId, after });
      return asked;
    });
  }

  private async describe(
    tx: EntityManager,
    { tenantId }: ForwardingLink,
    { mailboxId, address, askedAt }: ForwardingAddress,
  ): Promise<AskedForwarding | null> {
    const mailbox = await this.mailboxes.find(tx, tenantId, mailboxId);
    if (!mailbox) return null;
    return { from: mailbox.address, to: address, isExpired: isExpired(linkExpiresAt(askedAt)) };
  }
}
