import { Injectable } from '@nestjs/common';
import { LessThan } from 'typeorm';
import { Every } from '#libs/core/jobs';
import { Database, exec } from '#libs/core/persistence';
import { QueueSample } from '../../../platform-counts/queue-sample.entity.js';
import { QueuesService, secondsSince } from '../../dead-letters/queues.service.js';
import { ADD_QUEUE_SAMPLE } from './platform-series.sql.js';

const EVERY_MS = 60_000;
const CLEAN_EVERY_RUNS = 60;
/** As long as the counts of the platform. */
const KEPT_DAYS = 400;
const DAY_MS = 86_400_000;

/** Notes each minute how deep the queues are and how long they wait; of each hour the worst is kept. */
@Injectable()
export class QueueSamples {
  private runs = 0;

  constructor(
    private readonly database: Database,
    private readonly queues: QueuesService,
  ) {}

  @Every({ every: EVERY_MS, lock: 'queue samples' })
  async run(): Promise<void> {
    await this.take(new Date());
    if (this.runs++ % CLEAN_EVERY_RUNS === 0) await this.deleteOld(new Date());
  }

  /** Takes a sample. A queue in which nothing waits and nothing is dead has no row. */
  async take(at: Date): Promise<void> {
    const states = (await this.queues.list()).filter(({ due, dead }) => due > 0 || dead > 0);
    if (states.length === 0) return;
    const values = [
      at,
      states.map(({ kind }) => kind),
      states.map(({ due }) => due),
      states.map(({ dead }) => dead),
      states.map(({ waitingSince }) => (waitingSince ? secondsSince(waitingSince, at) : 0)),
    ];
    await this.database.system((tx) => exec(tx, ADD_QUEUE_SAMPLE, values));
  }

  async deleteOld(now: Date): Promise<void> {
    const hour = LessThan(new Date(now.getTime() - KEPT_DAYS * DAY_MS));
    await this.database.system((tx) => tx.getRepository(QueueSample).delete({ hour }));
  }
}
