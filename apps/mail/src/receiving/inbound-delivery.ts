import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { logger } from '#libs/observability';
import { Mailbox } from '../mailboxes/mailbox.entity.js';
import { MessageStore } from '../messages/message-store.js';
import type { NewMessage } from '../messages/new-message.js';
import { searchTextOf } from '../messages/search-text.js';
import { DeliveryRules } from './delivery-rules.js';
import type { Examined } from './examination.js';
import type { InboundMessage, InboundRecipient } from './inbound-message.entity.js';

/** Puts an examined message into the mailboxes that it is to. */
@Injectable()
export class InboundDelivery {
  constructor(
    private readonly store: MessageStore,
    private readonly rules: DeliveryRules,
  ) {}

  /**
   * Into all mailboxes that are still there, in the order of their ids, which is that of their locks; and back to the senders
   * of forwarded mail.
   */
  async deliver(tx: EntityManager, inbound: InboundMessage, examined: Examined): Promise<void> {
    for (const recipient of inbound.recipients) await this.deliverTo(tx, inbound, recipient, examined);
    if (inbound.returnTo.length > 0 && !examined.quarantineReason) await this.rules.giveBack(tx, inbound);
  }

  private async deliverTo(
    tx: EntityManager,
    inbound: InboundMessage,
    recipient: InboundRecipient,
    examined: Examined,
  ): Promise<void> {
    const { tenantId } = inbound;
    const mailbox = await tx.findOneBy(Mailbox, { tenantId, id: recipient.mailboxId });
    if (!mailbox) return logger.warn('A message came for a mailbox that is purged');
    const incoming = {
      inbound,
      recipient,
      mailbox,
      content: examined.content,
      message: toMessage(inbound, recipient, examined),
    };
    const message = await this.rules.apply(tx, incoming);
    const stored = await this.store.insert(tx, tenantId, message);
    await this.rules.follow(tx, { ...incoming, message }, stored);
  }
}

function toMessage(
  { blobHash, bytes, envelopeFrom, receivedAt }: InboundMessage,
  { mailboxId, address }: InboundRecipient,
  { content, attachments, sender, spam, scanVerdict, quarantineReason }: Examined,
): NewMessage {
  const { messageId, inReplyTo, references, subject, from, to, cc, bcc, replyTo, snippet, listId } = content;
  return {
    mailboxId,
    folder: quarantineReason ? 'quarantine' : spam.action === 'none' ? 'inbox' : 'spam',
    origin: 'received',
    blobHash,
    bytes,
    messageId,
    inReplyTo,
    references,
    subject,
    from,
    to,
    cc,
    bcc,
    replyTo,
    snippet,
    listId,
    datedAt: content.date,
    sortedAt: receivedAt,
    isRead: false,
    envelopeFrom,
    envelopeTo: address,
    authentication: sender.verdicts,
    authenticationResults: sender.results,
    spam,
    scanVerdict,
    quarantineReason,
    attachments,
    searchText: searchTextOf(content),
  };
}
