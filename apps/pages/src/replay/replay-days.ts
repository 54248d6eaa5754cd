import { Injectable } from '@nestjs/common';
import { Every } from '#libs/core/jobs';
import { logger } from '#libs/core/observability';
import { Database } from '#libs/core/persistence';
import { addReplayDay, dropReplayDay, listReplayDays, REPLAY_KEPT_DAYS } from '#libs/sites/replay';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const DAYS_AHEAD = 14;

/** Makes the partitions of the coming days, and drops recordings whose time is over with theirs. */
@Injectable()
export class ReplayDays {
  constructor(private readonly database: Database) {}

  /** A restored database may be older than its last day. */
  @Every({ every: HOUR_MS, lock: 'replay days', whileHeld: 'runs' })
  async addNow(): Promise<void> {
    await this.add(Date.now());
  }

  @Every({ every: HOUR_MS, lock: 'replay days' })
  async dropNow(): Promise<void> {
    await this.drop(Date.now());
  }

  async add(now: number): Promise<void> {
    const known = new Set(await this.database.statement(listReplayDays));
    for (let ahead = 0; ahead <= DAYS_AHEAD; ahead += 1) {
      const day = dayOf(now + ahead * DAY_MS);
      if (!known.has(day)) await this.attempt(day, () => this.database.statement((pool) => addReplayDay(pool, day)));
    }
  }

  /** A day that is in use is dropped with the next run. */
  async drop(now: number): Promise<string[]> {
    const over = dayOf(now - REPLAY_KEPT_DAYS * DAY_MS);
    const dropped: string[] = [];
    for (const day of await this.database.statement(listReplayDays)) {
      if (day >= over) break;
      if (await this.attempt(day, () => this.database.statement((pool) => dropReplayDay(pool, day)))) dropped.push(day);
    }
    return dropped;
  }

  private async attempt(day: string, work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      logger.warn('A day of recordings stays as it is; it is tried again', { name: day, error });
      return false;
    }
  }
}

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);
