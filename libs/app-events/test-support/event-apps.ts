import { Injectable, Module, type DynamicModule } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import pg from 'pg';
import type { EntityManager } from 'typeorm';
import { AuthModule } from '#libs/auth';
import { withClient } from '#libs/embedded';
import { createApp, detailedEnvelope } from '#libs/http';
import { JobsModule, outboxSql } from '#libs/jobs';
import { logger } from '#libs/observability';
import { CURRENT_TENANTS_SQL, Database, DatabaseModule, exec, tenantPolicySql, type TenantId } from '#libs/persistence';
import { createTestDatabase, testRedis, type TestDatabase, type TestRedis } from '#libs/testing';
import {
  APP_EVENT_JOB,
  AppEventSender,
  AppEventsModule,
  appEventsSql,
  OnAppEvent,
  type AppEvent,
} from '../src/index.js';

declare module '../src/app-event.js' {
  interface AppEvents {
    'test.counted': { by: number };
    'test.unheard': { by: number };
  }
}

export const SERVICE_SECRET = 'the-service-secret-of-the-tests';

const PROFILE = {
  service: 'events',
  envelope: detailedEnvelope(),
  bodyLimit: 100_000,
  openapi: { title: 'Events', version: '1', description: '' },
};

/** What events do at the receiver: they add rows. */
@Injectable()
class Counter {
  /** How many events are still to fail, after they wrote. */
  failures = 0;

  @OnAppEvent('test.counted')
  async count(tx: EntityManager, { tenantId, id, payload }: AppEvent<'test.counted'>): Promise<void> {
    await exec(tx, 'insert into counted (tenant_id, event_id, by) values ($1, $2, $3)', [tenantId, id, payload.by]);
    if (this.failures > 0) {
      this.failures -= 1;
      throw new Error('The handler failed');
    }
  }
}

/** A database with the tables of both sides, on which a test starts and stops apps. */
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
      const tables = [...outboxSql('bare'), ...appEventsSql('bare'), counted, ...tenantPolicySql('counted', 'bare')];
      const schema = ['create sequence id_node', 'grant usage on sequence id_node to bare_app, bare_system'];
      for (const statement of [CURRENT_TENANTS_SQL, ...schema, ...tables]) await owner.query(statement);
    });
    const admin = new pg.Pool({ connectionString: database.adminUrl, max: 2 });
    admin.on('error', () => undefined);
    return new EventApps(database, redis, admin);
  }

  /** An app that sends events to an app at `url`. */
  async sender(url: string, role: 'api' | 'all' = 'all', serviceSecret = SERVICE_SECRET) {
    const options = { app: 'sender', serviceSecret, receivers: { receiver: url } };
    const app = await this.#start(role, AppEventsModule.forSender(options), [APP_EVENT_JOB]);
    const send = async (tenantId: TenantId, type: 'test.counted' | 'test.unheard', by: number, fails = false) =>
      app.get(Database).tenant(tenantId, async (tx) => {
        const id = await app.get(AppEventSender, { strict: false }).send(tx, tenantId, 'receiver', type, { by });
        if (fails) throw new Error('The transaction fails');
        return id;
      });
    return { send, close: () => this.#stop(app) };
  }

  /** An app that receives events; on a port of the test's choice, so that it can come back. */
  async receiver(port = 0) {
    const app = await this.#start('api', AppEventsModule.forReceiver(), []);
    await app.listen(port, '127.0.0.1');
    const address = app.getHttpServer().address() as { port: number };
    const counter = app.get(Counter, { strict: false });
    return { port: address.port, url: `http://127.0.0.1:${address.port}`, counter, close: () => this.#stop(app) };
  }

  async sql<R extends object>(text: string, values: unknown[] = []): Promise<R[]> {
    return (await this.admin.query<R>(text, values)).rows;
  }

  /** What events have done for a tenant. */
  async counted(tenantId: TenantId): Promise<number[]> {
    const rows = await this.sql<{ by: number }>('select by from counted where tenant_id = $1 order by by', [tenantId]);
    return rows.map(({ by }) => by);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#apps].map((app) => this.#stop(app)));
    await this.admin.end();
    await this.database.drop();
  }

  async #start(role: 'api' | 'all', events: DynamicModule, jobs: string[]): Promise<NestExpressApplication> {
    const { url, systemUrl } = this.database;
    const redisUrl = this.redis.url;
    const identity = 'http://127.0.0.1:9';
    const auth = { redisUrl, serviceSecret: SERVICE_SECRET, issuer: identity, identityUrl: identity };
    @Module({
      imports: [
        DatabaseModule.forRoot({ app: 'bare', url, systemUrl, entities: [] }),
        JobsModule.forRoot({ app: 'bare', redisUrl, kinds: jobs, role, leaseMs: 2_000, reconcileMs: 250 }),
        AuthModule.forApp(auth),
        events,
      ],
      providers: [Counter],
    })
    class App {}
    const app = await createApp(App, PROFILE);
    await app.init();
    this.#apps.add(app);
    return app;
  }

  async #stop(app: NestExpressApplication): Promise<void> {
    if (this.#apps.delete(app)) await app.close();
  }
}
