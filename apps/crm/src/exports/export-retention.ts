import { Injectable } from '@nestjs/common';
import { Every } from '#libs/core/jobs';
import { Database } from '#libs/core/persistence';
import { deleteOldExports, expireFiles } from './export-file.sql.js';
import { NOT_FINISHED } from './export-problems.js';
import { KEPT_DAYS } from './export-values.js';

const HOUR_MS = 3_600_000;
const AT_ONCE = 100;

/** Deletes files of exports whose time is over, and old exports. The sweep of blobs then deletes what was sealed. */
@Injectable()
export class ExportRetention {
  constructor(private readonly database: Database) {}

  @Every({ every: HOUR_MS, lock: 'export retention' })
  async deleteExpired(signal?: AbortSignal): Promise<void> {
    const steps = [
      () => this.database.system((tx) => expireFiles(tx, AT_ONCE, NOT_FINISHED)),
      () => this.database.system((tx) => deleteOldExports(tx, KEPT_DAYS, AT_ONCE)),
    ];
    for (const step of steps)
      for (;;) {
        const count = await step();
        if (count < AT_ONCE || signal?.aborted) break;
      }
  }
}
