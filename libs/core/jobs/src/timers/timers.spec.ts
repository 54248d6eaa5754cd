import { Injectable, Module, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { logger } from '#libs/core/observability';
import { DatabaseModule } from '#libs/core/persistence';
import { createTestDatabase, testRedis, waitUntil, type TestDatabase } from '#libs/test/testing';
import { makeSchema } from '../../test-support/jobs-app.js';
import { Every } from '../handlers/every.js';
import { JobsModule } from '../jobs.module.js';
import type { ProcessRole } from '../jobs-options.js';

const EVERY_MS = 10;

/** Runs of one method in all apps of a test. */
class Runs {
  started = 0;
  atOnce = 0;
  mostAtOnce = 0;
  #gate: Promise<void> = Promise.resolve();

  /** From now on no run ends; returns what lets them end. */
  hold(): () => void {
    let open = (): void => undefined;
    this.#gate = new Promise((done) => (open = done));
    return open;
  }

  async run(): Promise<void> {
    this.started += 1;
    this.atOnce += 1;
    this.mostAtOnce = Math.max(this.mostAtOnce, this.atOnce);
    await this.#gate;
    this.atOnce -= 1;
  }
}

let slow: Runs;
let locked: Runs;
let everywhere: Runs;
let needed: Runs;
let asked: Runs;
let hasWork = false;
let failures = 0;
let isAborted = false;

abstract class Inherited {
  @Every({ every: ({ everyMs }: Inherited) => everyMs, in: 'all', whileHeld: 'runs' })
  async everywhere(): Promise<void> {
    await everywhere.run();
  }

  protected abstract readonly everyMs: number;
}

@Injectable()
class Timed extends Inherited {
  protected readonly everyMs = EVERY_MS;

  @Every({ every: EVERY_MS })
  async slow(signal: AbortSignal): Promise<void> {
    signal.addEventListener('abort', () => (isAborted = true), { once: true });
    await slow.run();
  }

  @Every({ every: EVERY_MS, lock: 'suggestions' })
  async locked(): Promise<void> {
    await locked.run();
  }

  @Every({ every: EVERY_MS, lock: 'suggestions', when: (timed: Timed) => timed.isAnythingToDo() })
  async asked(): Promise<void> {
    await asked.run();
  }

  async isAnythingToDo(): Promise<boolean> {
    return hasWork;
  }

  @Every({ every: EVERY_MS, whileHeld: 'runs' })
  async needed(): Promise<void> {
    await needed.run();
  }

  @Every({ every: EVERY_MS })
  async failing(): Promise<void> {
    failures += 1;
    throw new Error('As asked');
  }
}

let database: TestDatabase;
let redisUrl: string;
const apps: INestApplicationContext[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  redisUrl = (await testRedis()).url;
  await makeSchema(database.ownerUrl);
  logger.configure({ service: 'spec', level: 'silent' });
});
beforeEach(() => {
  [slow, locked, everywhere, needed, asked] = [new Runs(), new Runs(), new Runs(), new Runs(), new Runs()];
  [failures, isAborted, hasWork] = [0, false, false];
});
afterEach(async () => {
  await Promise.all(apps.splice(0).map((app) => app.close()));
  vi.restoreAllMocks();
});
afterAll(() => database?.drop());

async function start(role: ProcessRole): Promise<INestApplicationContext> {
  @Module({
    imports: [
      DatabaseModule.forRoot({ app: 'bare', url: database.url, systemUrl: database.systemUrl, entities: [] }),
      JobsModule.forRoot({ app: 'bare', redisUrl, kinds: [], role, leaseMs: 1_000, reconcileMs: 1_000 }),
    ],
    providers: [Timed],
  })
  class App {}
  const app = await NestFactory.createApplicationContext(App, { logger: false });
  apps.push(app);
  return app;
}

async function sql(text: string): Promise<void> {
  const client = new pg.Client({ connectionString: database.adminUrl });
  await client.connect();
  await client.query(text).finally(() => client.end());
}

/** So many intervals of the running apps, taken together. */
async function intervals(count: number): Promise<void> {
  const { started } = everywhere;
  await waitUntil(() => everywhere.started >= started + count);
}

describe('@Every', () => {
  it('runs a method repeatedly, without overlap', async () => {
    const letEnd = slow.hold();
    await start('worker');
    await waitUntil(() => slow.atOnce === 1);
    await intervals(5);
    expect(slow.started).toBe(1);
    letEnd();
    await waitUntil(() => slow.started >= 3);
    expect(slow.mostAtOnce).toBe(1);
  });

  it('runs in processes that run queues, or with in: all in every process', async () => {
    await start('api');
    await waitUntil(() => everywhere.started >= 3);
    expect([slow.started, locked.started, failures]).toEqual([0, 0, 0]);
  });

  it('with a lock runs in one process at a time', async () => {
    const letEnd = [slow.hold(), locked.hold()];
    await Promise.all([start('all'), start('worker'), start('all')]);
    await waitUntil(() => slow.atOnce === 3 && locked.atOnce === 1);
    await intervals(15);
    expect([slow.started, locked.started]).toEqual([3, 1]);
    for (const open of letEnd) open();
    await waitUntil(() => locked.started >= 6);
    expect(locked.mostAtOnce).toBe(1);
  });

  it('waits while the queues are on hold, unless the method is needed meanwhile', async () => {
    await sql(`insert into queue_hold (reason) values ('Restored')`);
    await start('all');
    await waitUntil(() => needed.started >= 5);
    expect([slow.started, locked.started, failures]).toEqual([0, 0, 0]);
    await sql('delete from queue_hold');
    await waitUntil(() => slow.started > 0 && locked.started > 0);
  });

  it('runs only when there is something to do, if the method says so', async () => {
    await start('all');
    await intervals(5);
    expect(asked.started).toBe(0);
    hasWork = true;
    await waitUntil(() => asked.started >= 2);
  });

  it('continues after an error, and logs it', async () => {
    const logged = vi.spyOn(logger, 'error');
    await start('all');
    await waitUntil(() => failures >= 3);
    expect(logged).toHaveBeenCalledTimes(1);
    expect(logged.mock.calls[0]?.[1]).toMatchObject({ name: 'Timed.failing' });
  });

  it('aborts the signal of a run when the process stops, waits for it, and starts no other', async () => {
    const letEnd = slow.hold();
    const app = await start('all');
    await waitUntil(() => slow.atOnce === 1);
    let isClosed = false;
    const closing = app.close().then(() => (isClosed = true));
    await waitUntil(() => isAborted);
    // Another process, whose intervals go on.
    await start('api');
    await intervals(5);
    expect([isClosed, slow.started, slow.atOnce]).toEqual([false, 1, 1]);
    letEnd();
    await closing;
    expect(slow.atOnce).toBe(0);
    await intervals(5);
    expect(slow.started).toBe(1);
  });
});
