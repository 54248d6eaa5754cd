import { Injectable, type INestApplicationContext, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Database, DatabaseModule } from '#libs/core/persistence';
import type { JobBatch } from '../src/outbox/job-batch.js';
import { JobsModule } from '../src/jobs.module.js';
import type { ProcessRole } from '../src/jobs-options.js';
import { type CancelledJob, OnCancel } from '../src/handlers/on-cancel.js';
import { type DeadJob, OnDead } from '../src/handlers/on-dead.js';
import { OnJob } from '../src/handlers/on-job.js';

declare module '../src/index.js' {
  interface Jobs {
    slow: { n: number };
    other: { n: number };
  }
}

export const CHUNK = 10;
export const CONCURRENCY = 4;
/** Failures of a job of kind `other` that make it a dead letter: more than a process may end for it. */
const MANY_FAILURES = 50;

export type Batch = JobBatch<{ n: number }>;
export type Handle = (batch: Batch) => Promise<void>;

/** The handlers of a process; a test sets what they do. */
@Injectable()
export class Handlers {
  handle: Handle = () => Promise.resolve();

  @OnJob('slow', { chunk: CHUNK, concurrency: CONCURRENCY })
  async slow(batch: Batch): Promise<void> {
    await this.handle(batch);
  }

  @OnJob('other', { chunk: CHUNK, concurrency: CONCURRENCY, maxFailures: MANY_FAILURES })
  async other(batch: Batch): Promise<void> {
    await this.handle(batch);
  }

  readonly dead: DeadJob[] = [];
  onDead: (job: DeadJob) => Promise<void> = () => Promise.resolve();

  @OnDead('other')
  async giveUp(_tx: unknown, job: DeadJob): Promise<void> {
    await this.onDead(job);
    this.dead.push(job);
  }

  readonly cancelled: CancelledJob[] = [];
  onCancel: (job: CancelledJob) => Promise<void> = () => Promise.resolve();

  @OnCancel('slow')
  async cancel(_tx: unknown, job: CancelledJob): Promise<void> {
    await this.onCancel(job);
    this.cancelled.push(job);
  }
}

/** The servers that processes of one app share. */
export interface Servers {
  url: string;
  systemUrl: string;
  redisUrl: string;
  /** Name of the queues; channels of Redis are common to all specs. */
  queues: string;
}

/** Another process of the app, which runs what is enqueued in this one. */
export async function startWorker(servers: Servers, handle: (batch: Batch, database: Database) => Promise<void>) {
  const app = await createProcess('worker', servers);
  app.get(Handlers).handle = (batch) => handle(batch, app.get(Database));
}

export function createProcess(
  role: ProcessRole,
  { url, systemUrl, redisUrl, queues }: Servers,
): Promise<INestApplicationContext> {
  @Module({
    imports: [
      DatabaseModule.forRoot({ app: 'bare', url, systemUrl, entities: [] }),
      JobsModule.forRoot({ app: queues, redisUrl, kinds: ['slow', 'other'], role, leaseMs: 1_000, reconcileMs: 250 }),
    ],
    providers: [Handlers],
  })
  class App {}
  return NestFactory.createApplicationContext(App, { logger: false });
}
