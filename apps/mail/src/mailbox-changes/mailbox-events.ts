import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { ChangePublisher } from '#libs/core/live';
import { CommitGathering, type SqlExecutor } from '#libs/core/persistence';
import { MailConfig } from '../config.js';
import { MailboxChange, type MessageChange } from './mailbox-change.js';
import { streamOf } from './mailbox-stream.js';

type Changes = Map<string, MailboxChange>;

/**
 * Tells those who listen to a mailbox what a transaction changed of it, once that has committed; see {@link ChangePublisher}. It
 * fails without a trace in the transaction.
 */
@Injectable()
export class MailboxEvents implements OnApplicationShutdown {
  private readonly publisher: ChangePublisher;
  private readonly gathering = new CommitGathering<Changes>(
    () => new Map(),
    (changes) => this.publish(changes),
  );

  constructor({ redisUrl }: MailConfig) {
    this.publisher = new ChangePublisher({
      redisUrl,
      streamOf,
      everything: new MailboxChange().markLarge().toText(),
      lost: {
        name: 'mailbox_changes_lost_total',
        help: 'Changes of mailboxes that listeners were not told of, because Redis did not answer',
      },
    });
  }

  /** A message was created, updated or deleted. */
  message(tx: SqlExecutor, mailboxId: string, id: string, what: MessageChange): void {
    this.change(tx, mailboxId, (change) => change.addMessage(id, what));
  }

  /** Several messages were. */
  messages(tx: SqlExecutor, mailboxId: string, ids: readonly string[], what: MessageChange): void {
    if (ids.length === 0) return;
    this.change(tx, mailboxId, (change) => {
      for (const id of ids) change.addMessage(id, what);
    });
  }

  /** The folders or labels of the mailbox changed, or who may use it. */
  mailbox(tx: SqlExecutor, mailboxId: string, what: 'access' | 'folders' | 'labels'): void {
    this.change(tx, mailboxId, (change) => (change[what] = true));
  }

  onApplicationShutdown(): void {
    this.publisher.close();
  }

  private change(tx: SqlExecutor, mailboxId: string, work: (change: MailboxChange) => void): void {
    this.gathering.add(tx, (changes) => {
      let change = changes.get(mailboxId);
      if (!change) changes.set(mailboxId, (change = new MailboxChange()));
      work(change);
    });
  }

  private publish(changes: Changes): void {
    this.publisher.publishAll([...changes].map(([subjectId, change]) => ({ subjectId, text: change.toText() })));
  }
}
