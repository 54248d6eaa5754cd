import { Injectable, Module, type DynamicModule } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { EntityManager } from 'typeorm';
import { SettingsModule } from '#libs/core/app';
import { AuthModule } from '#libs/core/auth';
import { createApp, detailedEnvelope } from '#libs/core/http';
import { JobsModule, type JobKind } from '#libs/core/jobs';
import { Database, DatabaseModule, exec, type TenantId } from '#libs/core/persistence';
import type { AppEventDefinition } from '../src/catalogue/app-event-definition.js';
import {
  APP_EVENT_JOB,
  type AppEvent,
  AppEventSender,
  AppEventsModule,
  type DeliveredEvent,
  OnAppEvent,
  OnAppEvents,
  OnAppEventDelivered,
} from '../src/index.js';

declare module '../src/index.js' {
  interface AppEvents {
    /** With `isConfirmed` the sender records that it was applied. */
    'test.counted': { by: number; isConfirmed?: boolean };
    'test.unheard': { by: number };
    /** Sent in batches; one with `fails` fails at its receiver. */
    'test.batched': { by: number; fails?: boolean };
  }
}

const COUNT = {
  type: 'object',
  required: ['by'],
  properties: { by: { type: 'integer' }, isConfirmed: { type: 'boolean' }, fails: { type: 'boolean' } },
};

/** The events of the tests, in place of the catalogue. */
const DEFINITIONS: AppEventDefinition[] = ['test.counted', 'test.unheard', 'test.batched'].map((type) => ({
  type,
  version: 1,
  from: ['sender'],
  to: ['receiver'],
  schema: COUNT,
  example: { by: 1 },
}));

/** The module of an app that receives the events of the tests. */
export const receivingModule = (): DynamicModule => AppEventsModule.forReceiver(DEFINITIONS);

export const SERVICE_SECRET = 'the-service-secret-of-the-tests';
const ENCRYPTION_KEYS = `test:${Buffer.alloc(32, 7).toString('base64')}`;

const PROFILE = {
  service: 'events',
  envelope: detailedEnvelope(),
  bodyLimit: 100_000,
  openapi: { title: 'Events', version: '1', description: '' },
};

/** The servers of an app's process. */
export interface Servers {
  url: string;
  systemUrl: string;
  redisUrl: string;
  encryptionKeys?: string;
}

/** The handler at the receiver: each event inserts a row. */
@Injectable()
export class Counter {
  /** How many next events fail, after their write. */
  failures = 0;
  /** How many events have inserted a row. */
  written = 0;
  /** Each event waits for it between its write and its commit. */
  gate: Promise<unknown> = Promise.resolve();

  @OnAppEvent('test.counted')
  async count(tx: EntityManager, { tenantId, id, payload }: AppEvent<'test.counted'>): Promise<void> {
    await exec(tx, 'insert into counted (tenant_id, event_id, by) values ($1, $2, $3)', [tenantId, id, payload.by]);
    this.written += 1;
    await this.gate;
    if (this.failures > 0) {
      this.failures -= 1;
      throw new Error('The handler failed');
    }
  }
}

/** The handler of batches: their sizes, and a row for each event. */
@Injectable()
export class BatchCounter {
  readonly sizes: number[] = [];

  @OnAppEvents('test.batched')
  async count(tx: EntityManager, events: readonly AppEvent<'test.batched'>[]): Promise<void> {
    this.sizes.push(events.length);
    for (const { tenantId, id, payload } of events) {
      if (payload.fails) throw new Error('The handler failed');
      await exec(tx, 'insert into counted (tenant_id, event_id, by) values ($1, $2, $3)', [tenantId, id, payload.by]);
    }
  }
}

/** An app that sends events, receives them, or both. */
export async function startEventApp(
  { url, systemUrl, redisUrl, encryptionKeys = ENCRYPTION_KEYS }: Servers,
  role: 'api' | 'all',
  events: DynamicModule,
  kinds: JobKind[],
): Promise<NestExpressApplication> {
  const identity = 'http://127.0.0.1:9';
  @Module({
    imports: [
      SettingsModule.forRoot({ encryptionKeys }),
      DatabaseModule.forRoot({ app: 'bare', url, systemUrl, entities: [] }),
      JobsModule.forRoot({ app: 'bare', redisUrl, kinds, role, leaseMs: 2_000, reconcileMs: 250 }),
      AuthModule.forApp({ redisUrl, serviceSecret: SERVICE_SECRET, issuer: identity, identityUrl: identity }),
      events,
    ],
    providers: [BatchCounter, Counter, DeliveryCounter],
  })
  class App {}
  const app = await createApp(App, PROFILE);
  await app.init();
  return app;
}

/** At the sender: what receivers have applied, as rows with the negative of the count. */
@Injectable()
export class DeliveryCounter {
  @OnAppEventDelivered('test.counted')
  async count(tx: EntityManager, { tenantId, id, to, payload }: DeliveredEvent<'test.counted'>): Promise<void> {
    if (to !== 'receiver' || !payload.isConfirmed) return;
    await exec(tx, 'insert into counted (tenant_id, event_id, by) values ($1, $2, $3)', [tenantId, id, -payload.by]);
  }
}

export interface SenderOptions {
  serviceSecret?: string;
  checksPayloads?: boolean;
}

/** An app that sends events to the app `receiver` at `receiverUrl`. */
export async function startSender(
  servers: Servers,
  receiverUrl: string,
  role: 'api' | 'all' = 'all',
  { serviceSecret = SERVICE_SECRET, checksPayloads = false }: SenderOptions = {},
) {
  const options = {
    app: 'sender',
    serviceSecret,
    receivers: { receiver: receiverUrl },
    batched: ['test.batched'] as const,
    checksPayloads,
    definitions: DEFINITIONS,
  };
  const app = await startEventApp(servers, role, AppEventsModule.forSender(options), [APP_EVENT_JOB]);
  const send = async (
    tenantId: TenantId,
    type: 'test.counted' | 'test.unheard',
    by: number,
    fails = false,
    isConfirmed = false,
  ) =>
    app.get(Database).tenant(tenantId, async (tx) => {
      const id = await app
        .get(AppEventSender, { strict: false })
        .send(tx, tenantId, 'receiver', type, { by, isConfirmed });
      if (fails) throw new Error('The transaction fails');
      return id;
    });
  /** Sends several in one transaction. */
  const sendBatched = async (tenantId: TenantId, payloads: readonly { by: number; fails?: boolean }[]) =>
    app.get(Database).tenant(tenantId, (tx) =>
      app.get(AppEventSender, { strict: false }).sendAll(
        tx,
        'receiver',
        'test.batched',
        payloads.map((payload) => ({ tenantId, payload })),
      ),
    );
  return { app, send, sendBatched };
}
