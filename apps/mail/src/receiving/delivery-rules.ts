import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Mailbox } from '../mailboxes/mailbox.entity.js';
import type { MailMessage } from '../messages/mail-message.entity.js';
import type { FolderChoice, NewMessage } from '../messages/new-message.js';
import type { InboundMessage, InboundRecipient } from './inbound-message.entity.js';
import type { MessageContent } from '../messages/message-content.js';

/** A message that is about to be put into a mailbox. */
export interface Incoming {
  inbound: InboundMessage;
  recipient: InboundRecipient;
  mailbox: Mailbox;
  /** What its headers and texts say. */
  content: MessageContent;
  /** As it is stored unless a rule changes it, with its verdicts. */
  message: NewMessage;
}

/** What a rule changes of a message; what it does not name stays. */
export interface DeliveryChanges {
  folder?: FolderChoice;
  isRead?: boolean;
  isStarred?: boolean;
}

/** Something that a mailbox does with the mail that it receives. Both run in the transaction that stores the message. */
export interface DeliveryRule {
  /** Called before the message is stored, unless it goes into quarantine. */
  change?(tx: EntityManager, incoming: Incoming): Promise<DeliveryChanges | undefined>;
  /** Called when it is stored, in quarantine too. What it does elsewhere it enqueues on the outbox. */
  follow?(tx: EntityManager, incoming: Incoming, stored: MailMessage): Promise<void>;
  /** Called for a message that goes back to senders of forwarded mail (`returnTo`), unless it belongs in quarantine. */
  giveBack?(tx: EntityManager, inbound: InboundMessage): Promise<void>;
}

/** The rules that received mail goes through, in the order in which features registered them. */
@Injectable()
export class DeliveryRules {
  private readonly rules: DeliveryRule[] = [];

  /** To be called when the app starts. */
  register(rule: DeliveryRule): void {
    this.rules.push(rule);
  }

  /** The message as the rules want it stored; the later rule wins. */
  async apply(tx: EntityManager, incoming: Incoming): Promise<NewMessage> {
    let message = incoming.message;
    if (message.folder === 'quarantine') return message;
    for (const rule of this.rules) message = { ...message, ...(await rule.change?.(tx, { ...incoming, message })) };
    return message;
  }

  async follow(tx: EntityManager, incoming: Incoming, stored: MailMessage): Promise<void> {
    for (const rule of this.rules) await rule.follow?.(tx, incoming, stored);
  }

  async giveBack(tx: EntityManager, inbound: InboundMessage): Promise<void> {
    for (const rule of this.rules) await rule.giveBack?.(tx, inbound);
  }
}
