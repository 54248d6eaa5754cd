import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { MailMessage } from '../../messages/mail-message.entity.js';
import type { FolderChoice, NewMessage } from '../../messages/store/new-message.js';
import type { InboundMessage, InboundRecipient } from '../inbound-message.entity.js';
import type { TargetMailbox } from '../receiving-mailboxes.sql.js';
import type { SenderVerdicts } from '#libs/mail/sender-checks';
import type { MessageContent } from '../../messages/message-content.js';

/** A message that is about to be put into a mailbox. */
export interface Incoming {
  inbound: InboundMessage;
  recipient: InboundRecipient;
  mailbox: TargetMailbox;
  /** Headers and texts of the message. */
  content: MessageContent;
  /** The verdicts on its sender. */
  sender: SenderVerdicts;
  /** Message to store unless a rule changes it, with its verdicts. */
  message: NewMessage & { contentHash: Buffer };
  /** Runs `work` as part of what brings this message: what it logs and enqueues carries the context of the message. */
  inContext<T>(work: () => T): T;
}

/** The same when it is in the mailbox. */
export interface DeliveredMessage extends Incoming {
  stored: MailMessage;
}

/** Changes of a message by a rule; fields that are absent stay. */
export interface RuleChanges {
  folder?: FolderChoice;
  isRead?: boolean;
  isStarred?: boolean;
}

/**
 * Something that mailboxes do with the mail that they receive. All of it runs in the transaction that stores the messages,
 * which are of any mailboxes and tenants.
 */
export interface DeliveryRule {
  /** Called first, for all messages. Returns which of them go on; another one has been in its mailbox before, and is dropped. */
  admit?(tx: EntityManager, incoming: readonly Incoming[]): Promise<boolean[]>;
  /** Called before messages are stored, without those that go into quarantine. Returns what changes, in their order. */
  change?(tx: EntityManager, incoming: readonly Incoming[]): Promise<(RuleChanges | undefined)[]>;
  /** Called when they are stored, in quarantine too. What it does elsewhere it enqueues on the outbox. */
  follow?(tx: EntityManager, delivered: readonly DeliveredMessage[]): Promise<void>;
  /** Called for a message that goes back to senders of forwarded mail (`returnTo`), unless it belongs in quarantine. */
  returnToSender?(tx: EntityManager, inbound: InboundMessage): Promise<void>;
}

/** The rules that received mail goes through, in the order in which features registered them. */
@Injectable()
export class DeliveryRules {
  private readonly rules: DeliveryRule[] = [];

  /** To be called when the app starts. */
  register(rule: DeliveryRule): void {
    this.rules.push(rule);
  }

  /** The messages as the rules want them stored, without those that are dropped; the later rule wins. */
  async apply(tx: EntityManager, incoming: readonly Incoming[]): Promise<Incoming[]> {
    let all = [...incoming];
    for (const rule of this.rules) {
      const goesOn = all.length > 0 ? await rule.admit?.(tx, all) : undefined;
      if (goesOn) all = all.filter((_, index) => goesOn[index]);
    }
    for (const rule of this.rules) {
      const open = all.filter(({ message }) => message.folder !== 'quarantine');
      const changes = open.length > 0 ? await rule.change?.(tx, open) : undefined;
      if (!changes) continue;
      const changed = new Map(open.map((one, index) => [one, changes[index]]));
      all = all.map((one) => {
        const own = changed.get(one);
        // Most messages stay as they are.
        if (!own || Object.keys(own).length === 0) return one;
        return { ...one, message: { ...one.message, ...own } };
      });
    }
    return all;
  }

  async follow(tx: EntityManager, delivered: readonly DeliveredMessage[]): Promise<void> {
    for (const rule of this.rules) await rule.follow?.(tx, delivered);
  }

  async returnToSender(tx: EntityManager, inbound: InboundMessage): Promise<void> {
    for (const rule of this.rules) await rule.returnToSender?.(tx, inbound);
  }
}
