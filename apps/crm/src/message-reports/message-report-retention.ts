import { Injectable } from '@nestjs/common';
import { Every } from '#libs/core/jobs';
import { Database, exec } from '#libs/core/persistence';
import { DELETE_EXPIRED_REPORTS, KEPT_DAYS } from './message-report.sql.js';

const HOUR_MS = 3_600_000;
const AT_ONCE = 5_000;

/** Deletes what is known of old messages. */
@Injectable()
export class MessageReportRetention {
  constructor(private readonly database: Database) {}

  @Every({ every: HOUR_MS, lock: 'message report retention' })
  async deleteExpired(signal?: AbortSignal): Promise<void> {
    for (;;) {
      const count = await this.database.system((tx) => exec(tx, DELETE_EXPIRED_REPORTS, [KEPT_DAYS, AT_ONCE]));
      if (count < AT_ONCE || signal?.aborted) return;
    }
  }
}
