import { Injectable, Module, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { type JobBatch, JobsModule, OnJob, Outbox, type ProcessRole } from '#libs/core/jobs';
import { Database, DatabaseModule, type TenantId } from '#libs/core/persistence';

declare module '#libs/core/jobs' {
  interface Jobs {
    'bench.nothing': { n: number };
  }
}

export interface QueueAppOptions {
  databaseUrl: string;
  systemUrl: string;
  redisUrl: string;
  role: ProcessRole;
}

const CHUNK = 50;
const LEASE_MS = 30_000;
const RECONCILE_MS = 5_000;

/** Completes its jobs and does nothing else. */
@Injectable()
class Nothing {
  onClaimed: (jobs: number) => void = () => undefined;
  onCompleted: (jobs: number) => void = () => undefined;

  constructor(private readonly database: Database) {}

  @OnJob('bench.nothing', { chunk: CHUNK, concurrency: 4 })
  async complete(batch: JobBatch<{ n: number }>): Promise<void> {
    this.onClaimed(batch.jobs.length);
    const ids = batch.jobs.map(({ id }) => id);
    await this.database.tenant(batch.tenantId, (tx) => batch.complete(tx, ids));
    this.onCompleted(ids.length);
  }
}

/** An app that has jobs and nothing else, on the database of the platform. */
export class QueueApp {
  private constructor(private readonly app: INestApplicationContext) {}

  static async start({ databaseUrl, systemUrl, redisUrl, role }: QueueAppOptions): Promise<QueueApp> {
    @Module({
      imports: [
        DatabaseModule.forRoot({ app: 'platform', url: databaseUrl, systemUrl, entities: [] }),
        JobsModule.forRoot({
          app: 'bench',
          redisUrl,
          kinds: ['bench.nothing'],
          role,
          leaseMs: LEASE_MS,
          reconcileMs: RECONCILE_MS,
        }),
      ],
      providers: [Nothing],
    })
    class App {}
    return new QueueApp(await NestFactory.createApplicationContext(App, { logger: false }));
  }

  async enqueue(tenantId: TenantId, count: number): Promise<void> {
    const jobs = Array.from({ length: count }, (_, n) => ({ tenantId, payload: { n } }));
    await this.app.get(Database).tenant(tenantId, (tx) => this.app.get(Outbox).enqueue(tx, 'bench.nothing', jobs));
  }

  /** Resolves when a worker of this process claims its next job. */
  async claimed(): Promise<void> {
    await new Promise<void>((resolve) => (this.app.get(Nothing).onClaimed = () => resolve()));
  }

  /** Resolves when this process has completed so many more jobs. */
  async completed(count: number): Promise<void> {
    let left = count;
    await new Promise<void>((resolve) => {
      this.app.get(Nothing).onCompleted = (jobs) => {
        left -= jobs;
        if (left <= 0) resolve();
      };
    });
  }

  async close(): Promise<void> {
    await this.app.close();
  }
}
