import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import pLimit from 'p-limit';
import { In, type EntityManager } from 'typeorm';
import { ViewStore, ViewUnavailable, type ViewEntry, type ViewKind, type ViewMark } from '#libs/core/auth';
import { Problem } from '#libs/core/http';
import { Every } from '#libs/core/jobs';
import { logger } from '#libs/core/observability';
import { Database } from '#libs/core/persistence';
import { ViewChange } from './view-change.entity.js';
import { listLateChanges, type ChangedEntry } from './view-change.sql.js';
import { ViewEntries } from './view-entries.js';

/** Longer than a restart of Redis, and shorter than the timeout of the other apps for identity's answer. */
const PUBLISH_TIMEOUT_MS = 2_000;
const RETRY_MS = 100;
/** The interval of the search for late changes, and the age from which a change is late. */
const LATE_MS = 1_000;
const LATE_BATCH = 100;
/** Fewer than the connections of the pool, so that a Redis that hangs does not block all of them. */
const PARALLEL = 4;

class ViewMovedOn extends Error {}

/**
 * Writes changes of credentials to the credential view: after the commit of a change and before the request is answered.
 *
 * Publications of one entry wait for one another on the rows of `view_change`, and each reads the database after it has
 * its lock. So the last one to write has seen every change that was published before, whatever the order of commits.
 */
@Injectable()
export class CredentialPublisher {
  private readonly limit = pLimit(PARALLEL);

  constructor(
    private readonly database: Database,
    private readonly view: ViewStore,
    private readonly entries: ViewEntries,
  ) {}

  /**
   * Publishes changes that remove access (revoke, suspension, logout): when this returns, every app rejects the credential.
   * @throws Problem ServiceUnavailable if the view does not answer in time; the change is recorded, and is published as
   * soon as the view answers
   */
  async publish(changes: readonly ChangedEntry[]): Promise<void> {
    const deadline = Date.now() + PUBLISH_TIMEOUT_MS;
    try {
      await Promise.all(changes.map((change) => this.publishUntil(deadline, change)));
    } catch (cause) {
      throw new Problem('ServiceUnavailable', {
        message:
          'The change is recorded and comes into force as soon as the credential view answers. You may repeat it.',
        headers: { 'Retry-After': '5' },
        cause,
      });
    }
  }

  /** Publishes new credentials (a key) in one attempt, which never throws. Apps ask identity for what the view lacks. */
  async tryPublish(changes: readonly ChangedEntry[]): Promise<void> {
    await Promise.allSettled(changes.map((change) => this.publishOnce(change)));
  }

  /** Publishes changes that add access (a membership): waits as {@link publish} does, and logs a failure. */
  async publishOrLog(changes: readonly ChangedEntry[]): Promise<void> {
    await this.publish(changes).catch((error: unknown) => logger.warn('A grant will be late', { error }));
  }

  /** The state of the view before a credential is created, for {@link addNew}; undefined if it does not answer. */
  async mark(): Promise<ViewMark | undefined> {
    return this.view.earlierMark().catch(() => undefined);
  }

  /**
   * Adds the entry of a credential created after `mark`. It needs no recorded change: the view takes it only where it has
   * no entry, and only if nothing emptied it since the mark. A revoke that was faster has left its own entry there.
   */
  async addNew<K extends ViewKind>(
    mark: ViewMark | undefined,
    kind: K,
    name: string,
    entry: ViewEntry<K>,
  ): Promise<void> {
    if (mark) await this.view.fill(mark, kind, name, entry).catch(() => undefined);
  }

  /** Publishes the changes that other processes, or this one before, could not publish. */
  @Every({ every: LATE_MS, in: 'all', whileHeld: 'runs' })
  async publishLate(): Promise<void> {
    const late = await this.database.statement((pool) => listLateChanges(pool, LATE_MS, LATE_BATCH));
    const results = await Promise.allSettled(late.map((change) => this.publishOnce(change)));
    const failed = results.filter(({ status }) => status === 'rejected').length;
    if (late.length > 0) logger.warn('Changes of credentials were late', { count: late.length, failed });
  }

  private async publishUntil(deadline: number, change: ChangedEntry): Promise<void> {
    for (;;) {
      try {
        return await this.publishOnce(change);
      } catch (error) {
        if (!(error instanceof ViewUnavailable || error instanceof ViewMovedOn)) {
          logger.warn('A change of a credential could not be published', { error, kind: change.kind });
        }
        if (Date.now() + RETRY_MS >= deadline) throw error;
        await delay(RETRY_MS);
      }
    }
  }

  private async publishOnce(change: ChangedEntry): Promise<void> {
    // First, so that no connection of the pool is taken while Redis is away.
    const mark = await this.view.mark();
    await this.limit(() => this.database.system((tx) => this.publishIn(tx, mark, change)));
  }

  private async publishIn(tx: EntityManager, mark: ViewMark, { kind, name }: ChangedEntry): Promise<void> {
    const lock = { mode: 'pessimistic_write' } as const;
    const changes = await tx.find(ViewChange, { where: { kind, name }, order: { id: 'ASC' }, lock });
    // Another publication has included this change.
    if (changes.length === 0) return;
    const entry = await this.entries.find(tx, kind, name);
    if (!(await this.view.replace(mark, kind, name, entry))) throw new ViewMovedOn();
    await tx.delete(ViewChange, { id: In(changes.map(({ id }) => id)) });
  }
}
