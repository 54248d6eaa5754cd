import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { OutgoingRecipient } from './outgoing.js';
import type { OutgoingMessage } from './outgoing-message.entity.js';

/** A message that a mailbox forwards. */
export type ForwardedByMailbox = OutgoingMessage & { mailboxId: string };

export interface ForwardOutcome {
  /**
   * Called in the transaction that records an attempt, with the recipients that have the message now or never will. Returns
   * whether the mailbox is to be told of those that never will.
   */
  record(tx: EntityManager, message: ForwardedByMailbox, finished: readonly OutgoingRecipient[]): Promise<boolean>;
}

/** Listeners to the outcomes of forwarded messages. */
@Injectable()
export class ForwardOutcomes {
  private outcome: ForwardOutcome | undefined;

  /** To be called when the app starts. */
  register(outcome: ForwardOutcome): void {
    this.outcome = outcome;
  }

  /** Whether the mailbox is to be told of the recipients that failed; also of messages that were not forwarded. */
  async record(tx: EntityManager, message: OutgoingMessage, finished: readonly OutgoingRecipient[]): Promise<boolean> {
    const { mailboxId, kind } = message;
    if (kind !== 'forward' || mailboxId === null || finished.length === 0 || !this.outcome) return true;
    return this.outcome.record(tx, { ...message, mailboxId }, finished);
  }
}
