import { Injectable } from '@nestjs/common';
import { Every } from '#libs/core/jobs';
import { Database, exec } from '#libs/core/persistence';
import { DELETE_ENDED } from './enrollment-retention.sql.js';

const DAY_MS = 86_400_000;
/** Days for which the way of a contact through a journey is shown after its end: as long as what people do is counted. */
export const KEPT_DAYS = 401;
const AT_ONCE = 2_000;

/** Deletes the ways of contacts through journeys that ended long ago. */
@Injectable()
export class EnrollmentRetention {
  constructor(private readonly database: Database) {}

  @Every({ every: DAY_MS, lock: 'enrollment retention' })
  async deleteEnded(signal?: AbortSignal): Promise<void> {
    for (;;) {
      const count = await this.database.system((tx) => exec(tx, DELETE_ENDED, [KEPT_DAYS, AT_ONCE]));
      if (count < AT_ONCE || signal?.aborted) return;
    }
  }
}
