import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { logger } from '#libs/observability';
import { MessageStore } from '../messages/message-store.js';
import type { NewMessage } from '../messages/new-message.js';
import { searchTextOf } from '../messages/search-text.js';
import { DeliveryRules, type Incoming } from './delivery-rules.js';
import type { Examined } from './examination.js';
import type { InboundMessage, InboundRecipient } from './inbound-message.entity.js';
import type { DeliveryMailboxes } from './receiving-mailboxes.sql.js';

/** An examined message on its way into mailboxes. */
export interface Delivery extends Pick<Incoming, 'inContext'> {
  inbound: InboundMessage;
  examined: Examined;
}

/** Puts examined messages into the mailboxes that they are to. */
@Injectable()
export class InboundDelivery {
  constructor(
    private readonly store: MessageStore,
    private readonly rules: DeliveryRules,
  ) {}

  /**
   * Into all mailboxes that are still there, and back to the senders of forwarded mail. The number of statements grows with
   * the mailboxes and not with the messages, but for what their rules send.
   */
  async deliver(tx: EntityManager, deliveries: readonly Delivery[], mailboxes: DeliveryMailboxes): Promise<void> {
    const incoming = await this.rules.apply(tx, incomingOf(deliveries, mailboxes));
    const stored = await this.store.insertAll(
      tx,
      incoming.map(({ inbound: { tenantId }, message }) => ({ tenantId, message })),
    );
    await this.rules.follow(
      tx,
      incoming.map((one, index) => ({ ...one, stored: stored[index]! })),
    );
    for (const { inbound, examined, inContext } of deliveries)
      if (inbound.returnTo.length > 0 && !examined.quarantineReason)
        await inContext(() => this.rules.giveBack(tx, inbound));
  }
}

/** Without those for mailboxes that are not there any more. */
function incomingOf(deliveries: readonly Delivery[], mailboxes: DeliveryMailboxes): Incoming[] {
  return deliveries.flatMap(({ inbound, examined, inContext }) =>
    inbound.recipients.flatMap((recipient) => {
      const mailbox = mailboxes.get(recipient.mailboxId);
      if (mailbox?.tenantId !== inbound.tenantId) {
        inContext(() => logger.warn('A message came for a mailbox that is purged'));
        return [];
      }
      const message = toMessage(inbound, recipient, examined);
      const { content, sender } = examined;
      return { inbound, recipient, mailbox, content, sender, message, inContext };
    }),
  );
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
