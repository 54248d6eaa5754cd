import { getQueueToken } from '@nestjs/bull';
import { Test, type TestingModule } from '@nestjs/testing';
import type { Queue } from 'bull';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { logger } from '#libs/core/observability';
import { testRedis, waitUntil } from '#libs/test/testing';
import { bullModules, bullQueueProvider } from './bull-queue.js';
import { JobQueue } from './job-queue.js';
import type { JobKind } from '../jobs.js';
import type { JobsOptions } from '../jobs-options.js';

const KIND = 'spec.nothing' as JobKind;
const NOWHERE = 'redis://127.0.0.1:9';

describe('the queues of an app', () => {
  let app: TestingModule | undefined;

  afterEach(async () => {
    await app?.close();
    app = undefined;
  });

  it('are registered with Nest under their names', async () => {
    const redis = await testRedis();
    app = await start(redis.url);
    const queue = app.get<Queue>(getQueueToken(`spec.${KIND}`), { strict: false });
    expect(queue.name).toBe(`spec.${KIND}`);
    expect(queue.toKey('wait')).toBe(`{spec}:spec.${KIND}:wait`);
  });

  it('close all of their connections while a worker waits for a job', async () => {
    const redis = await testRedis();
    app = await start(redis.url);
    const queue = app.get<Queue>(getQueueToken(`spec.${KIND}`), { strict: false });
    app.get(JobQueue).process(KIND, 1, async () => undefined);
    expect(await waitUntil(async () => (await blockedReads(queue)) === 1)).toBe(true);
    await app.close();
    app = undefined;
    const { client, eclient, bclient } = queue as unknown as Record<string, { status: string }>;
    const haveEnded = () => [client, eclient, bclient].every((connection) => connection?.status === 'end');
    expect(await waitUntil(haveEnded)).toBe(true);
  });

  it('close before they reached Redis', async () => {
    const warn = vi.spyOn(logger, 'warn').mockImplementation(() => undefined);
    app = await start(NOWHERE);
    app.get(JobQueue).process(KIND, 1, async () => undefined);
    await app.close();
    app = undefined;
    const closed = () => warn.mock.calls.some(([message]) => message === 'A queue closed before it reached Redis');
    expect(await waitUntil(closed)).toBe(true);
    warn.mockRestore();
  });
});

async function start(redisUrl: string): Promise<TestingModule> {
  const options: JobsOptions = {
    app: 'spec',
    redisUrl,
    kinds: [KIND],
    role: 'worker',
    leaseMs: 5_000,
    reconcileMs: 1_000,
  };
  const builder = Test.createTestingModule({ imports: bullModules(options), providers: [bullQueueProvider(options)] });
  return (await builder.compile()).init();
}

/** Connections that wait for a job of the queue's Redis. */
async function blockedReads(queue: Queue): Promise<number> {
  const clients = (await queue.client.client('LIST')) as string;
  // Specs that run beside this one have databases of their own on the same server.
  const marks = [' cmd=brpoplpush ', 'flags=b', ` db=${queue.client.options.db} `];
  return clients.split('\n').filter((line) => marks.every((mark) => line.includes(mark))).length;
}
