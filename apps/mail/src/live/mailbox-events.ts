import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { metrics } from '#libs/observability';
import { CommitGathering, type SqlExecutor } from '#libs/persistence';
import { createRedis, type RedisClient } from '#libs/redis';
import { MailConfig } from '../config.js';
import { appendChange } from './change-log.js';
import { MailboxChange, type MessageChange } from './mailbox-change.js';

/** Mailboxes with lost changes that a process remembers, until Redis is back. */
const MAX_LOST = 10_000;

type Changes = Map<string, MailboxChange>;

/**
 * Tells those who listen to a mailbox what a transaction changed of it, once that has committed: by one command of Redis for
 * each mailbox. Nobody waits for it, and it fails without a trace in the transaction: while Redis is away the changes are
 * lost, and later reported as a change of the whole mailbox.
 */
@Injectable()
export class MailboxEvents implements OnApplicationShutdown {
  private readonly redis: RedisClient;
  private readonly gathering = new CommitGathering<Changes>(
    () => new Map(),
    (changes) => this.publish(changes),
  );
  private readonly lost = new Set<string>();
  private readonly lostChanges = metrics.registerCounter({
    name: 'mailbox_changes_lost_total',
    help: 'Changes of mailboxes that listeners were not told of, because Redis was away',
  });

  constructor({ redisUrl }: MailConfig) {
    this.redis = createRedis(redisUrl);
    this.redis.on('ready', () => this.reportLost());
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
    this.redis.disconnect();
  }

  private change(tx: SqlExecutor, mailboxId: string, work: (change: MailboxChange) => void): void {
    this.gathering.add(tx, (changes) => {
      let change = changes.get(mailboxId);
      if (!change) changes.set(mailboxId, (change = new MailboxChange()));
      work(change);
    });
  }

  private publish(changes: Changes): void {
    for (const [mailboxId, change] of changes) this.append(mailboxId, change.toText());
  }

  private append(mailboxId: string, text: string): void {
    appendChange(this.redis, mailboxId, text).then(
      () => this.reportLost(),
      () => {
        this.lostChanges.inc();
        if (this.lost.size < MAX_LOST) this.lost.add(mailboxId);
      },
    );
  }

  private reportLost(): void {
    if (this.lost.size === 0) return;
    const text = new MailboxChange().markLarge().toText();
    const mailboxIds = [...this.lost];
    this.lost.clear();
    for (const mailboxId of mailboxIds) this.append(mailboxId, text);
  }
}
