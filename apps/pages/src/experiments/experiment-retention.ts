import { Injectable } from '@nestjs/common';
import { Problem } from '#libs/core/http';
import { Every } from '#libs/core/jobs';
import { Database, exec, many, type TenantId } from '#libs/core/persistence';
import { DELETE_VISITORS, LIST_ENDED, LIST_TOO_LONG, MARK_CLEARED } from './experiment-retention.sql.js';
import { RunningExperiments } from './running-experiments.service.js';

const HOUR_MS = 3_600_000;
/** The longest time of an experiment, so that no visitor is known for longer. */
const MAX_MS = 180 * 24 * HOUR_MS;
/** Time in which runtimes write what they still have in memory of an experiment that ended. */
const SETTLED_MS = HOUR_MS;
const BATCH = 10_000;
const MAX_AT_A_TIME = 100;

/** Ends experiments that run too long, and deletes the visitors of those that have ended; their totals stay. */
@Injectable()
export class ExperimentRetention {
  constructor(
    private readonly database: Database,
    private readonly running: RunningExperiments,
  ) {}

  @Every<ExperimentRetention>({ every: HOUR_MS })
  async run(): Promise<void> {
    await this.runAt(new Date());
  }

  async runAt(now: Date): Promise<void> {
    await this.endTooLong(new Date(now.getTime() - MAX_MS));
    await this.clearEnded(new Date(now.getTime() - SETTLED_MS));
  }

  private async endTooLong(before: Date): Promise<void> {
    const found = await this.database.system((tx) =>
      many<{ tenantId: TenantId; pageId: string; id: string }>(tx, LIST_TOO_LONG, [before, MAX_AT_A_TIME]),
    );
    for (const key of found) {
      try {
        await this.running.stop(key, 'too-long');
      } catch (error) {
        // It was stopped or deleted meanwhile.
        if (!(error instanceof Problem) || error.status >= 500) throw error;
      }
    }
  }

  private async clearEnded(before: Date): Promise<void> {
    const found = await this.database.system((tx) =>
      many<{ tenantId: TenantId; id: string }>(tx, LIST_ENDED, [before, MAX_AT_A_TIME]),
    );
    for (const { tenantId, id } of found) {
      const values = [tenantId, id, BATCH];
      while ((await this.database.system((tx) => exec(tx, DELETE_VISITORS, values))) > 0);
      await this.database.system((tx) => exec(tx, MARK_CLEARED, [tenantId, id]));
    }
  }
}
