import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { metrics } from '#libs/core/observability';
import { CommitGathering, type SqlExecutor } from '#libs/core/persistence';
import { createRedis, type RedisClient } from '#libs/core/redis';
import { MailConfig } from '../config.js';
import { appendChange } from './change-log.js';
import { MailboxChange, type MessageChange } from './mailbox-change.js';

/** Mailboxes with lost changes that a process remembers, until Redis is back. */
const MAX_LOST = 10_000;
const RETRY_MS = 1_000;

type Changes = Map<string, MailboxChange>;

/**
 * Tells those who listen to a mailbox what a transaction changed of it, once that has committed: by one command of Redis for
 * each mailbox. Nobody waits for it, and it fails without a trace in the transaction: while Redis does not answer the changes
 * are lost, and later reported as a change of the whole mailbox.
 */
@Injectable()
export class MailboxEvents implements OnApplicationShutdown {
  private readonly redis: RedisClient;
  private readonly gathering = new CommitGathering<Changes>(
    () => new Map(),
    (changes) => this.publish(changes),
  );
  private readonly lost = new Set<string>();
  private retry: NodeJS.Timeout | undefined;
  private isReporting = false;
  private readonly lostChanges = metrics.registerCounter({
    name: 'mailbox_changes_lost_total',
    help: 'Changes of mailboxes that listeners were not told of, because Redis did not answer',
  });

  constructor({ redisUrl }: MailConfig) {
    this.redis = createRedis(redisUrl);
    this.redis.on('ready', () => void this.reportLost());
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
    clearTimeout(this.retry);
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
    // To a Redis that hangs, commands would pile up.
    if (this.retry) this.lose(mailboxId);
    else appendChange(this.redis, mailboxId, text).catch(() => this.lose(mailboxId));
  }

  private lose(mailboxId: string): void {
    this.lostChanges.inc();
    if (this.lost.size < MAX_LOST) this.lost.add(mailboxId);
    this.retry ??= setTimeout(() => void this.reportLost(), RETRY_MS).unref();
  }

  /** Reports the mailboxes with lost changes, one after the other, until Redis does not answer again. */
  private async reportLost(): Promise<void> {
    clearTimeout(this.retry);
    this.retry = undefined;
    // What runs already reports also those that are added meanwhile, or fails and tries again.
    if (this.isReporting) return;
    this.isReporting = true;
    const text = new MailboxChange().markLarge().toText();
    for (const mailboxId of this.lost) {
      this.lost.delete(mailboxId);
      const isReported = await appendChange(this.redis, mailboxId, text).then(
        () => true,
        () => false,
      );
      if (isReported) continue;
      this.lose(mailboxId);
      break;
    }
    this.isReporting = false;
  }
}
