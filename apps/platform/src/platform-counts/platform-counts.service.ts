import { Injectable } from '@nestjs/common';
import { Database, tryLock } from '#libs/core/persistence';
import { PlatformCountsRepository, type Count } from './platform-counts.repository.js';

const DAY_MS = 86_400_000;
const COUNTS_KEPT_DAYS = 400;
const SAMPLES_KEPT_DAYS = 8;

const daysAgo = (days: number): Date => new Date(Date.now() - days * DAY_MS);

/** The counts of the whole platform. */
@Injectable()
export class PlatformCountsService {
  constructor(
    private readonly database: Database,
    private readonly counts: PlatformCountsRepository,
  ) {}

  /** Sums the hours that may have changed and takes the sample of the minute, in one process at a time. */
  async roll(): Promise<void> {
    await this.database.system(async (tx) => {
      if (!(await tryLock(tx, 'platform counts'))) return;
      await this.counts.sumHours(tx);
      await this.counts.insertSample(tx);
    });
  }

  /** Adds to the counts of the current hour. */
  async add(counts: readonly Count[]): Promise<void> {
    await this.database.statement((pool) => this.counts.add(pool, counts));
  }

  async listSince(moment: Date): Promise<Count[]> {
    return this.database.statement((pool) => this.counts.listSince(pool, moment));
  }

  /** Calls of the sending routes in this month, of all tenants. */
  async countApiCalls(): Promise<number> {
    return this.database.statement((pool) => this.counts.countApiCalls(pool));
  }

  async deleteOld(): Promise<void> {
    await this.database.system(async (tx) => {
      await this.counts.deleteSamples(tx, daysAgo(SAMPLES_KEPT_DAYS));
      await this.counts.deleteCounts(tx, daysAgo(COUNTS_KEPT_DAYS));
    });
  }
}
