import { randomUUID } from 'node:crypto';
import type { INestApplicationContext } from '@nestjs/common';
import { Redis } from 'ioredis';
import pg from 'pg';
import { runInContext } from '#libs/core/observability';
import { CURRENT_TENANTS_SQL, Database, newId, type TenantId } from '#libs/core/persistence';
import { createTestDatabase, testRedis, waitUntil, type TestDatabase, type TestRedis } from '#libs/test/testing';
import { JobQueue } from '../src/queue/job-queue.js';
import type { ProcessRole } from '../src/jobs-options.js';
import type { DeadJob } from '../src/handlers/on-dead.js';
import { DeadJobs } from '../src/worker/dead-jobs.js';
import type { CancelledJob } from '../src/handlers/on-cancel.js';
import { Outbox } from '../src/outbox/outbox.js';
import { Relay } from '../src/relay/relay.js';
import { queueHoldSql } from '../src/outbox/hold-schema.js';
import { outboxSql } from '../src/outbox/outbox-schema.js';
import { TenantLine } from '../src/relay/tenant-line.js';
import { Worker } from '../src/worker/worker.js';
import { type Batch, createProcess, type Handle, Handlers, type Servers } from './jobs-process.js';
import { holdQueues, type PendingChoice, releaseQueues } from '../src/holds/queue-holds.js';

export { type Batch, CHUNK, CONCURRENCY, type Handle } from './jobs-process.js';

/** An app with jobs in this process, with its own database and Redis. The test sets what the handler does. */
export class JobsApp {
  private constructor(
    private readonly app: INestApplicationContext,
    private readonly database: TestDatabase,
    readonly redis: TestRedis,
    private readonly admin: pg.Pool,
    readonly servers: Servers,
  ) {}

  /** @param role `api`: this process runs no job */
  static async start(role: ProcessRole = 'all'): Promise<JobsApp> {
    const [database, redis] = await Promise.all([createTestDatabase(), testRedis()]);
    const admin = new pg.Pool({ connectionString: database.adminUrl, max: 2 });
    admin.on('error', () => undefined);
    await makeSchema(database.ownerUrl);
    const queues = `bare-${randomUUID()}`;
    const servers = { url: database.url, systemUrl: database.systemUrl, redisUrl: redis.url, queues };
    return new JobsApp(await createProcess(role, servers), database, redis, admin, servers);
  }

  /** Another process of the app, which enqueues jobs and runs none. Close it before this one. */
  async startApi(): Promise<{ enqueue(tenantId: TenantId, n: number): Promise<void>; close(): Promise<void> }> {
    const api = await createProcess('api', this.servers);
    return {
      enqueue: (tenantId, n) =>
        api
          .get(Database)
          .tenant(tenantId, (tx) => api.get(Outbox).enqueue(tx, 'slow', [{ tenantId, payload: { n } }]))
          .then(() => undefined),
      close: () => api.close(),
    };
  }

  /** Resolves when the relay has found nothing to do and rests. */
  async atRest(): Promise<void> {
    const relay = this.app.get(Relay) as unknown as { restMs: number; lookedAt: number };
    const listeners = async (): Promise<unknown> => {
      return (await this.withRedis((redis) => redis.pubsub('NUMSUB', `{${this.servers.queues}}:enqueued`)))[1];
    };
    // The relay is woken when it begins to listen, too.
    await waitUntil(async () => (await listeners()) === 1, { what: 'the relay listening' });
    const { lookedAt } = relay;
    await waitUntil(() => relay.lookedAt > lookedAt && relay.restMs > 1_000, { what: 'the relay at rest' });
  }

  /** Processes that count as workers. */
  async workers(): Promise<number> {
    return this.withRedis((redis) => redis.zcard(`{${this.servers.queues}}:present`));
  }

  async forgetWorkers(): Promise<void> {
    await this.withRedis((redis) => redis.del(`{${this.servers.queues}}:present`));
  }

  /** Ends the connections of this spec to Redis, as its restart does. */
  async disconnectRedis(): Promise<void> {
    await this.withRedis(async (redis) => {
      const clients = ((await redis.client('LIST')) as string).split('\n');
      const own = (await redis.client('ID')) as number;
      const database = clients.find((line) => line.startsWith(`id=${own} `))!.match(/ db=\d+ /)![0];
      const ids = clients.filter((line) => line.includes(database)).map((line) => /^id=(\d+)/.exec(line)![1]!);
      for (const id of ids.filter((one) => one !== String(own))) await redis.client('KILL', 'ID', id);
    });
  }

  /** Sets the handler. Without one, batches stay unhandled. */
  onBatch(handle: Handle): void {
    this.app.get(Handlers).handle = handle;
  }

  /** The dead letters of kind `other` whose failure was recorded. */
  get dead(): DeadJob[] {
    return this.app.get(Handlers).dead;
  }

  /** Sets what happens before a failure is recorded. */
  onDead(work: (job: DeadJob) => Promise<void>): void {
    this.app.get(Handlers).onDead = work;
  }

  /** Does what the timer does. */
  async recordDead(): Promise<void> {
    await this.app.get(DeadJobs).recordAll();
  }

  /** Sets what happens before a cancelled job is recorded. */
  onCancel(work: (job: CancelledJob) => Promise<void>): void {
    this.app.get(Handlers).onCancel = work;
  }

  /** Puts the queues on hold, as a restore does. */
  async hold(): Promise<void> {
    await holdQueues(this.admin, 'Test', new Date());
  }

  async release(pending: PendingChoice): Promise<void> {
    await releaseQueues(this.admin, pending);
  }

  /** The jobs that a release has cancelled. */
  get cancelled(): CancelledJob[] {
    return this.app.get(Handlers).cancelled;
  }

  async complete(batch: Batch, jobs = batch.jobs): Promise<void> {
    const ids = jobs.map(({ id }) => id);
    await this.tenants.tenant(batch.tenantId, (tx) => batch.complete(tx, ids));
  }

  async postpone(batch: Batch, at: Date, jobs = batch.jobs): Promise<void> {
    const later = jobs.map(({ id }) => ({ id, at, reason: 'Refused for now' }));
    await this.tenants.tenant(batch.tenantId, (tx) => batch.postpone(tx, later));
  }

  async recordProgress(batch: Batch, id: string): Promise<void> {
    await this.tenants.tenant(batch.tenantId, (tx) => batch.recordProgress(tx, id));
  }

  async postponeUntried(batch: Batch, at: Date): Promise<void> {
    await batch.postponeUntried(this.tenants, at, 'Not yet');
  }

  tenant(): TenantId {
    return newId('acc');
  }

  /** Enqueues one job as the product does. */
  async enqueue(tenantId: TenantId, n = 0, kind: 'slow' | 'other' = 'slow'): Promise<void> {
    await this.tenants.tenant(tenantId, (tx) => this.outbox.enqueue(tx, kind, [{ tenantId, payload: { n } }]));
  }

  /** Enqueues one job for later. */
  async enqueueAt(tenantId: TenantId, n: number, availableAt: Date): Promise<void> {
    const job = { tenantId, payload: { n }, availableAt };
    await this.tenants.tenant(tenantId, (tx) => this.outbox.enqueue(tx, 'slow', [job]));
  }

  /** Enqueues jobs in one transaction, numbered from 0, each in a request of its own. */
  async enqueueInRequests(tenantId: TenantId, requestIds: readonly string[]): Promise<void> {
    await this.tenants.tenant(tenantId, async (tx) => {
      for (const [n, requestId] of requestIds.entries()) {
        await runInContext({ requestId, logFields: { requestId } }, () =>
          this.outbox.enqueue(tx, 'slow', [{ tenantId, payload: { n } }]),
        );
      }
    });
  }

  /** Enqueues many jobs of each tenant, numbered from 1, all in one transaction. */
  async enqueueMany(tenantIds: readonly TenantId[], count: number, weight = 1): Promise<void> {
    await this.sql(
      `insert into outbox (id, tenant_id, kind, payload, weight)
       select coalesce((select max(id) from outbox), 0) + row_number() over (), tenant_id, 'slow',
              jsonb_build_object('n', n), $3
       from generate_series(1, $2::int) as n, unnest($1::text[]) as tenant_id order by n`,
      [tenantIds, count, weight],
    );
  }

  /** Makes the time of every postponed job come, in the order of those times. */
  async passTime(): Promise<void> {
    await this.sql(`update outbox set available_at = available_at - interval '1 day' where not due`);
  }

  /** Dispatched chunks by tenant. */
  async dispatchedChunks(): Promise<Map<string, number>> {
    const rows = await this.sql<{ tenantId: string; chunks: number }>(
      `select tenant_id as "tenantId", count(distinct job_id)::int as chunks from outbox
       where handed_at is not null group by tenant_id`,
    );
    return new Map(rows.map(({ tenantId, chunks }) => [tenantId, chunks]));
  }

  async left(tenantId: TenantId): Promise<number> {
    const [row] = await this.sql<{ left: number }>(`select count(*)::int as left from outbox where tenant_id = $1`, [
      tenantId,
    ]);
    return row?.left ?? 0;
  }

  /** Chunks that wait in the queue. */
  async waitingInQueue(): Promise<number> {
    return (await this.app.get(JobQueue).load()).waiting.get('slow') ?? 0;
  }

  get line(): TenantLine {
    return this.app.get(TenantLine);
  }

  get worker(): Worker {
    return this.app.get(Worker);
  }

  get queue(): JobQueue {
    return this.app.get(JobQueue);
  }

  get outbox(): Outbox {
    return this.app.get(Outbox);
  }

  async sql<R extends object>(text: string, values: unknown[] = []): Promise<R[]> {
    return (await this.admin.query<R>(text, values)).rows;
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.admin.end();
    await this.database.drop();
  }

  private get tenants(): Database {
    return this.app.get(Database);
  }

  private async withRedis<T>(work: (redis: Redis) => Promise<T>): Promise<T> {
    const redis = new Redis(this.redis.url);
    try {
      return await work(redis);
    } finally {
      redis.disconnect();
    }
  }
}

/** A promise that a test resolves by `open()`. */
export class Gate {
  open: () => void = () => undefined;
  readonly passed = new Promise<void>((resolve) => (this.open = resolve));
}

export async function makeSchema(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: randomUUID() });
  await client.connect();
  try {
    const sequence = ['create sequence id_node', 'grant usage on sequence id_node to bare_system'];
    const tables = [...outboxSql('bare'), ...queueHoldSql('bare')];
    for (const statement of [CURRENT_TENANTS_SQL, ...sequence, ...tables]) await client.query(statement);
  } finally {
    await client.end();
  }
}
