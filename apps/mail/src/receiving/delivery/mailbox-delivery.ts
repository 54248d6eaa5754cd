import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { logger } from '#libs/core/observability';
import { MailConfig } from '../../config.js';
import { contentHashOf } from '../../messages/store/content-hash.js';
import { MessageStore } from '../../messages/store/message-store.js';
import { searchTextOf } from '../../messages/search-text.js';
import { DeliveryRules, type Incoming } from './delivery-rules.js';
import type { Examined } from '../examination.js';
import type { InboundMessage, InboundRecipient } from '../inbound-message.entity.js';
import { areKnownLists } from './known-lists.sql.js';
import { receivedField } from '../received-field.js';
import type { TargetMailboxes } from '../receiving-mailboxes.sql.js';

/** An examined message on its way into mailboxes. */
export interface ExaminedInbound extends Pick<Incoming, 'inContext'> {
  inbound: InboundMessage;
  examined: Examined;
}

/** Puts examined messages into the mailboxes that they are to. */
@Injectable()
export class MailboxDelivery {
  constructor(
    private readonly config: MailConfig,
    private readonly store: MessageStore,
    private readonly rules: DeliveryRules,
  ) {}

  /**
   * Puts messages into all mailboxes that are still there, and returns reports to the senders of forwarded mail. The number of
   * statements grows with the mailboxes and not with the messages, but for mail that their rules send.
   */
  async deliver(tx: EntityManager, deliveries: readonly ExaminedInbound[], mailboxes: TargetMailboxes): Promise<void> {
    const arrived = incomingOf(deliveries, mailboxes, this.config.mailHost);
    const incoming = await this.rules.apply(tx, await this.judgeLists(tx, arrived));
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
        await inContext(() => this.rules.returnToSender(tx, inbound));
  }

  /** Mail that a list seems to have passed on is spam where its seal is believed, or the mailbox knows the list; else it is in quarantine. */
  private async judgeLists(tx: EntityManager, incoming: readonly Arrived[]): Promise<Incoming[]> {
    const claimed = incoming.filter(({ passedOn }) => passedOn === 'claimed');
    const isKnown = await areKnownLists(
      tx,
      claimed.map(({ mailbox: { tenantId, id }, content }) => ({ tenantId, mailboxId: id, listId: content.listId! })),
    );
    const known = new Set(claimed.filter((_, index) => isKnown[index]));
    return incoming.map((one) => {
      if (one.passedOn !== 'vouched' && !known.has(one)) return one;
      return { ...one, message: { ...one.message, folder: 'spam', quarantineReason: null } };
    });
  }
}

type Arrived = Incoming & Pick<Examined, 'passedOn'>;

/** Pairs messages with their mailboxes; purged mailboxes are left out. */
function incomingOf(deliveries: readonly ExaminedInbound[], mailboxes: TargetMailboxes, host: string): Arrived[] {
  return deliveries.flatMap(({ inbound, examined, inContext }) =>
    inbound.recipients.flatMap((recipient) => {
      const mailbox = mailboxes.get(recipient.mailboxId);
      if (mailbox?.tenantId !== inbound.tenantId) {
        inContext(() => logger.warn('A message came for a mailbox that is purged'));
        return [];
      }
      const message = toMessage(inbound, recipient, examined, host);
      const { content, sender, passedOn } = examined;
      return { inbound, recipient, mailbox, content, sender, message, inContext, passedOn };
    }),
  );
}

function toMessage(
  inbound: InboundMessage,
  { mailboxId, address }: InboundRecipient,
  { content, attachments, sender, spam, scanVerdict, quarantineReason }: Examined,
  host: string,
): Incoming['message'] {
  const { blobHash, bytes, envelopeFrom, receivedAt } = inbound;
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
    contentHash: contentHashOf(content, attachments),
    datedAt: content.date,
    sortedAt: receivedAt,
    isRead: false,
    envelopeFrom,
    envelopeTo: address,
    received: receivedField(inbound, host, address),
    authentication: sender.verdicts,
    authenticationResults: sender.results,
    spam,
    scanVerdict,
    quarantineReason,
    attachments,
    searchText: searchTextOf(content),
  };
}
