import { Injectable } from '@nestjs/common';
import { Every } from '#libs/core/jobs';
import { Database, exec } from '#libs/core/persistence';
import { CONSENT_KEPT_DAYS } from '#libs/sites/tags';
import { DELETE_DECISIONS, DELETE_REPLACED_TAGS } from './consent-retention.sql.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** Rows of a statement: no lock is held for long. */
const BATCH = 5_000;

/** Deletes decisions of visitors whose time is over, and settings that no decision names any more. */
@Injectable()
export class ConsentRetention {
  constructor(private readonly database: Database) {}

  @Every<ConsentRetention>({ every: HOUR_MS })
  async run(): Promise<void> {
    await this.runAt(new Date());
  }

  async runAt(now: Date): Promise<void> {
    const before = new Date(now.getTime() - CONSENT_KEPT_DAYS * DAY_MS);
    for (const statement of [DELETE_DECISIONS, DELETE_REPLACED_TAGS]) {
      let deleted = BATCH;
      while (deleted === BATCH) deleted = await this.database.system((tx) => exec(tx, statement, [before, BATCH]));
    }
  }
}
