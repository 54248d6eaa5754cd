import { Injectable } from '@nestjs/common';
import { LessThan, type EntityManager } from 'typeorm';
import { exec, many, one, type SqlExecutor } from '#libs/core/persistence';
import { PlatformCount } from './platform-count.entity.js';
import { ADD_COUNTS, COUNT_API_CALLS, COUNTS_SINCE, INSERT_SAMPLE, SUM_HOURS } from './platform-counts.sql.js';
import { PlatformSample } from './platform-sample.entity.js';

/** How often an event occurred, on the whole platform. */
export type Count = Pick<PlatformCount, 'channel' | 'event' | 'count'>;

@Injectable()
export class PlatformCountsRepository {
  async sumHours(tx: SqlExecutor): Promise<void> {
    await exec(tx, SUM_HOURS);
  }

  async insertSample(tx: SqlExecutor): Promise<void> {
    await exec(tx, INSERT_SAMPLE);
  }

  async add(tx: SqlExecutor, counts: readonly Count[]): Promise<void> {
    const channels = counts.map(({ channel }) => channel);
    const events = counts.map(({ event }) => event);
    await exec(tx, ADD_COUNTS, [channels, events, counts.map(({ count }) => count)]);
  }

  async listSince(tx: SqlExecutor, moment: Date): Promise<Count[]> {
    return many(tx, COUNTS_SINCE, [moment]);
  }

  async countApiCalls(tx: SqlExecutor): Promise<number> {
    return (await one<{ calls: number }>(tx, COUNT_API_CALLS)).calls;
  }

  async deleteSamples(tx: EntityManager, before: Date): Promise<void> {
    await tx.getRepository(PlatformSample).delete({ at: LessThan(before) });
  }

  async deleteCounts(tx: EntityManager, before: Date): Promise<void> {
    await tx.getRepository(PlatformCount).delete({ hour: LessThan(before) });
  }
}
