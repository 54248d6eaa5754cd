import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import pLimit from 'p-limit';
import type { PoolClient } from 'pg';
import { ViewStore, ViewUnavailable, type ViewEntry, type ViewKind, type ViewMark } from '#libs/auth';
import { Problem } from '#libs/http';
import { Every } from '#libs/jobs';
import { logger } from '#libs/observability';
import { SystemDatabase } from '../database/system-database.js';
import { readTruth } from './credential-truth.js';
import type { ViewChange } from './view-changes.js';

/** A restart of Redis takes less, and the other apps wait little longer for an answer of identity. */
const ENFORCE_MS = 2_000;
const RETRY_MS = 100;
/** How often leftovers are looked for, and from which age a change is one. */
const SWEEP_MS = 1_000;
const SWEEP_BATCH = 100;
/** Fewer than the pool has connections: a Redis that hangs must not take the database from everybody else. */
const PARALLEL = 4;

class ViewMovedOn extends Error {}

/**
 * Puts changes of credentials in force: after the commit of a change, and before it is answered, the entries that it
 * affects are replaced in the credential view.
 *
 * Publications of one entry wait for one another on the rows of `view_change`, and each reads what is true after it
 * got its turn. So the last one to write has seen every change whose publication came before, in whatever order the
 * transactions of the changes committed.
 */
@Injectable()
export class ViewPublisher {
  private readonly places = pLimit(PARALLEL);

  constructor(
    private readonly system: SystemDatabase,
    private readonly view: ViewStore,
  ) {}

  /**
   * For what takes something away (revoke, suspension, logout): returns when no app lets it pass any more.
   * @throws Problem ServiceUnavailable when the view does not answer for too long; the change is recorded, and comes
   * into force by itself as soon as the view answers
   */
  async enforce(changes: readonly ViewChange[]): Promise<void> {
    const deadline = Date.now() + ENFORCE_MS;
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

  /**
   * For what is new (a key, a session): one attempt, and no failure. What the view does not hold is asked for, so it
   * works without the view too.
   */
  async announce(changes: readonly ViewChange[]): Promise<void> {
    await Promise.allSettled(changes.map((change) => this.publish(change)));
  }

  /**
   * For what nobody can have asked for before: `work` makes it in its own transaction and says what the view is to hold
   * of it. Nothing has to be recorded for that, because the entry is only put where there is none, and only while the
   * view is the one that it was at some time before the work began: a revoke that comes between has its entry there
   * already.
   */
  async introduce<K extends ViewKind, T>(
    work: () => Promise<T>,
    entryOf: (made: T) => { kind: K; name: string; entry: ViewEntry<K> },
  ): Promise<T> {
    const mark = await this.view.earlierMark().catch(() => undefined);
    const made = await work();
    const { kind, name, entry } = entryOf(made);
    if (mark) await this.view.fill(mark, kind, name, entry).catch(() => undefined);
    return made;
  }

  /** For what adds to something known (a membership): waits as `enforce` does, and takes a failure for a delay. */
  async spread(changes: readonly ViewChange[]): Promise<void> {
    await this.enforce(changes).catch((error: unknown) => logger.warn('A grant will be late', { error }));
  }

  /** Publishes what other processes, or this one before, could not. */
  @Every({ every: SWEEP_MS, in: 'all' })
  async publishLeftovers(): Promise<void> {
    const leftovers = await this.system.query<ViewChange>(
      `select distinct kind, name from view_change
        where created_at < now() - $1 * interval '1 millisecond' limit $2`,
      [SWEEP_MS, SWEEP_BATCH],
    );
    const results = await Promise.allSettled(leftovers.map((change) => this.publish(change)));
    const failed = results.filter(({ status }) => status === 'rejected').length;
    if (leftovers.length > 0) logger.warn('Changes of credentials were late', { count: leftovers.length, failed });
  }

  private async publishUntil(deadline: number, change: ViewChange): Promise<void> {
    for (;;) {
      try {
        return await this.publish(change);
      } catch (error) {
        if (!(error instanceof ViewUnavailable || error instanceof ViewMovedOn)) {
          logger.warn('A change of a credential could not be published', { error, kind: change.kind });
        }
        if (Date.now() + RETRY_MS >= deadline) throw error;
        await delay(RETRY_MS);
      }
    }
  }

  private async publish(change: ViewChange): Promise<void> {
    // Before a connection is taken: when Redis is away, this is where it ends.
    const mark = await this.view.mark();
    await this.places(() => this.system.transaction((client) => this.publishIn(client, mark, change)));
  }

  private async publishIn(client: PoolClient, mark: ViewMark, { kind, name }: ViewChange): Promise<void> {
    const { rows } = await client.query<{ id: string }>(
      `select id from view_change where kind = $1 and name = $2 order by id for update`,
      [kind, name],
    );
    // Somebody who came after our commit has published it with theirs.
    if (rows.length === 0) return;
    const truth = await readTruth(client, kind, name);
    if (!(await this.view.replace(mark, kind, name, truth))) throw new ViewMovedOn();
    await client.query(`delete from view_change where id = any ($1::bigint[])`, [rows.map(({ id }) => id)]);
  }
}
