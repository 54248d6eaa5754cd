import { Injectable } from '@nestjs/common';
import { Every } from '#libs/core/jobs';
import { Database, exec } from '#libs/core/persistence';
import { DELETE_EXPIRED_DAYS, KEPT_DAYS } from './event-days.sql.js';

const HOUR_MS = 3_600_000;
const AT_ONCE = 5_000;

/** Deletes counts of days that are too long ago. */
@Injectable()
export class EventDayRetention {
  constructor(private readonly database: Database) {}

  @Every({ every: HOUR_MS, lock: 'event day retention' })
  async deleteExpired(signal?: AbortSignal): Promise<void> {
    for (;;) {
      const count = await this.database.system((tx) => exec(tx, DELETE_EXPIRED_DAYS, [KEPT_DAYS, AT_ONCE]));
      if (count < AT_ONCE || signal?.aborted) return;
    }
  }
}
