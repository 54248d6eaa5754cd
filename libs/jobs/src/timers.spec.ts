import { setTimeout as delay } from 'node:timers/promises';
import { Injectable, Module, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { logger } from '#libs/observability';
import { DatabaseModule } from '#libs/persistence';
import { createTestDatabase, testRedis, waitUntil, type TestDatabase } from '#libs/testing';
import { makeSchema } from '../test-support/jobs-app.js';
import { Every } from './every.js';
import { JobsModule } from './jobs.module.js';
import type { ProcessRole } from './jobs-options.js';

const EVERY_MS = 10;

/** Runs of one method in all apps of a test. */
class Runs {
  started = 0;
  atOnce = 0;
  mostAtOnce = 0;

  async run(milliseconds: number): Promise<void> {
    this.started += 1;
    this.atOnce += 1;
    this.mostAtOnce = Math.max(this.mostAtOnce, this.atOnce);
    await delay(milliseconds);
    this.atOnce -= 1;
  }
}

let slow: Runs;
let locked: Runs;
let everywhere: Runs;
let failures = 0;
let abortedAt: number | undefined;

abstract class Inherited {
  @Every({ every: ({ everyMs }: Inherited) => everyMs, in: 'all' })
  async everywhere(): Promise<void> {
    await everywhere.run(0);
  }

  protected abstract readonly everyMs: number;
}

@Injectable()
class Timed extends Inherited {
  protected readonly everyMs = EVERY_MS;

  @Every({ every: EVERY_MS })
  async slow(signal: AbortSignal): Promise<void> {
    signal.addEventListener('abort', () => (abortedAt = performance.now()), { once: true });
    await slow.run(5 * EVERY_MS);
  }

  @Every({ every: EVERY_MS, lock: 'suggestions' })
  async locked(): Promise<void> {
    await locked.run(3 * EVERY_MS);
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
afterEach(async () => {
  await Promise.all(apps.splice(0).map((app) => app.close()));
  vi.restoreAllMocks();
});
afterAll(() => database?.drop());

async function start(role: ProcessRole): Promise<INestApplicationContext> {
  [slow, locked, everywhere, failures, abortedAt] = [new Runs(), new Runs(), new Runs(), 0, undefined];
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

describe('@Every', () => {
  it('runs a method again and again, and never beside itself', async () => {
    await start('worker');
    await waitUntil(() => slow.started >= 3);
    expect(slow.mostAtOnce).toBe(1);
  });

  it('runs in processes that run queues, unless it says that it runs in all', async () => {
    await start('api');
    await waitUntil(() => everywhere.started >= 3);
    expect([slow.started, locked.started, failures]).toEqual([0, 0, 0]);
  });

  it('with a lock runs in one process at a time', async () => {
    await Promise.all([start('all'), start('worker'), start('all')]);
    await waitUntil(() => locked.started >= 6);
    expect(locked.mostAtOnce).toBe(1);
    expect(slow.mostAtOnce).toBe(3);
  });

  it('goes on after an error, and logs it', async () => {
    const logged = vi.spyOn(logger, 'error');
    await start('all');
    await waitUntil(() => failures >= 3);
    expect(logged).toHaveBeenCalledTimes(1);
    expect(logged.mock.calls[0]?.[1]).toMatchObject({ name: 'Timed.failing' });
  });

  it('tells a run that the process stops, waits for it, and starts no other', async () => {
    const app = await start('all');
    await waitUntil(() => slow.atOnce === 1);
    apps.pop();
    await app.close();
    expect(abortedAt).toBeDefined();
    expect(slow.atOnce).toBe(0);
    const { started } = slow;
    await delay(5 * EVERY_MS);
    expect(slow.started).toBe(started);
  });
});
