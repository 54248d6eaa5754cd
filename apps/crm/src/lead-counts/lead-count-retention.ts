import { Injectable } from '@nestjs/common';
import { Every } from '#libs/core/jobs';
import { Database, exec } from '#libs/core/persistence';
import { DELETE_OLD_COUNTS } from './lead-count.sql.js';

const HOUR_MS = 3_600_000;
/** A day more than the longest window of an alert. */
const KEPT_MS = 8 * 24 * HOUR_MS;
const AT_ONCE = 1_000;

/** Deletes numbers of leads that no window of an alert reaches. */
@Injectable()
export class LeadCountRetention {
  constructor(private readonly database: Database) {}

  /** Returns how many rows were deleted. */
  @Every({ every: HOUR_MS })
  async deleteOld(signal?: AbortSignal): Promise<number> {
    const before = new Date(Date.now() - KEPT_MS);
    let total = 0;
    for (;;) {
      const count = await this.database.statement((pool) => exec(pool, DELETE_OLD_COUNTS, [before, AT_ONCE]));
      total += count;
      if (count < AT_ONCE || signal?.aborted) return total;
    }
  }
}
