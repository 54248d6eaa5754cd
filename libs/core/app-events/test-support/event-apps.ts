import type { NestExpressApplication } from '@nestjs/platform-express';
import pg from 'pg';
import { withClient } from '#libs/test/embedded';
import { outboxSql, queueHoldSql } from '#libs/core/jobs';
import { logger } from '#libs/core/observability';
import { CURRENT_TENANTS_SQL, lock, tenantPolicySql, type TenantId } from '#libs/core/persistence';
import { createTestDatabase, testRedis, type TestDatabase, type TestRedis } from '#libs/test/testing';
import { appEventsSql } from '../src/index.js';
import {
  BatchCounter,
  Counter,
  receivingModule,
  type SenderOptions,
  startEventApp,
  startSender,
  type Servers,
} from './sending-app.js';

export { SERVICE_SECRET } from './sending-app.js';

/** A database with the tables of sender and receiver; a test starts and stops apps on it. */
export class EventApps {
  readonly #apps = new Set<NestExpressApplication>();

  private constructor(
    private readonly database: TestDatabase,
    private readonly redis: TestRedis,
    private readonly admin: pg.Pool,
  ) {}

  static async prepare(): Promise<EventApps> {
    logger.configure({ service: 'events', level: 'silent' });
    const [database, redis] = await Promise.all([createTestDatabase(), testRedis()]);
    const counted = 'create table counted (tenant_id text not null, event_id uuid not null, by integer not null)';
    await withClient(database.ownerUrl, async (owner) => {
      const tables = [
        ...outboxSql('bare'),
        ...queueHoldSql('bare'),
        ...appEventsSql('bare'),
        counted,
        ...tenantPolicySql('counted', 'bare'),
      ];
      const schema = ['create sequence id_node', 'grant usage on sequence id_node to bare_app, bare_system'];
      for (const statement of [CURRENT_TENANTS_SQL, ...schema, ...tables]) await owner.query(statement);
    });
    const admin = new pg.Pool({ connectionString: database.adminUrl, max: 2 });
    admin.on('error', () => undefined);
    return new EventApps(database, redis, admin);
  }

  get servers(): Servers {
    const { url, systemUrl } = this.database;
    return { url, systemUrl, redisUrl: this.redis.url };
  }

  /** An app that sends events to an app at `url`. */
  async sender(
    url: string,
    role: 'api' | 'all' = 'all',
    { encryptionKeys, ...options }: SenderOptions & { encryptionKeys?: string } = {},
  ) {
    const { app, send, sendBatched } = await startSender({ ...this.servers, encryptionKeys }, url, role, options);
    this.#apps.add(app);
    return { send, sendBatched, close: () => this.#stop(app) };
  }

  /** An app that receives events, on a given port so that it can be restarted there. */
  async receiver(port = 0) {
    const app = await startEventApp(this.servers, 'api', receivingModule(), []);
    this.#apps.add(app);
    await app.listen(port, '127.0.0.1');
    const address = app.getHttpServer().address() as { port: number };
    const counter = app.get(Counter, { strict: false });
    const batches = app.get(BatchCounter, { strict: false });
    const url = `http://127.0.0.1:${address.port}`;
    return { port: address.port, url, counter, batches, close: () => this.#stop(app) };
  }

  async sql<R extends object>(text: string, values: unknown[] = []): Promise<R[]> {
    return (await this.admin.query<R>(text, values)).rows;
  }

  /** Deletes what was not delivered. */
  async forgetEvents(): Promise<void> {
    await this.sql('delete from outbox');
  }

  /** The rows that events inserted for a tenant. */
  async counted(tenantId: TenantId): Promise<number[]> {
    const rows = await this.sql<{ by: number }>('select by from counted where tenant_id = $1 order by by', [tenantId]);
    return rows.map(({ by }) => by);
  }

  /** Until the function that it returns is called, no event ends, as while a backup opens its snapshots. */
  async pauseCompletions(): Promise<() => Promise<void>> {
    const client = await this.admin.connect();
    await client.query('begin');
    await lock(client, 'event completions');
    return async () => {
      await client.query('commit');
      client.release();
    };
  }

  async close(): Promise<void> {
    await Promise.all([...this.#apps].map((app) => this.#stop(app)));
    await this.admin.end();
    await this.database.drop();
  }

  async #stop(app: NestExpressApplication): Promise<void> {
    if (this.#apps.delete(app)) await app.close();
  }
}
