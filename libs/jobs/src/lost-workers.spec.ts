import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TenantId } from '#libs/persistence';
import { waitUntil } from '#libs/testing';
import { type Batch, CHUNK, Gate, JobsApp } from '../test-support/jobs-app.js';

const LIMITS = { leaseMs: 60_000, maxFailures: 3 };

let api: JobsApp;
let tenant: TenantId;

beforeAll(async () => {
  api = await JobsApp.start('api');
});
afterAll(() => api?.close());
beforeEach(() => {
  tenant = api.tenant();
});

const rows = () =>
  api.sql<{ id: string; failures: number; attempts: number; isDead: boolean; isLater: boolean; error: string | null }>(
    `select id, failures, attempts, dead_at is not null as "isDead", not due and available_at > now() as "isLater",
            last_error as error
     from outbox where tenant_id = $1 order by id`,
    [tenant],
  );

async function claim(): Promise<Batch> {
  const ids = (await rows()).map(({ id }) => id);
  return api.outbox.claim('slow', { tenantId: tenant, ids }, LIMITS);
}

/** The process of whoever has claimed the tenant's jobs is gone for as long as a lease lasts. */
const loseWorkers = () =>
  api.sql(`update outbox set leased_until = now() - interval '1 second' where tenant_id = $1 and lease is not null`, [
    tenant,
  ]);
const passTime = () =>
  api.sql('update outbox set available_at = now(), due = true where tenant_id = $1 and dead_at is null', [tenant]);

/** Loses the worker of the tenant's jobs, and has others find out. */
async function lose(): Promise<Batch> {
  await passTime();
  await claim();
  await loseWorkers();
  return claim();
}

describe('a job whose worker is lost', () => {
  it('has failed once, and waits before the next attempt', async () => {
    await api.enqueue(tenant);
    expect((await lose()).jobs).toEqual([]);
    expect(await rows()).toMatchObject([{ failures: 1, attempts: 1, isLater: true, isDead: false }]);
    await passTime();
    expect((await claim()).jobs).toMatchObject([{ failures: 1, attempt: 2 }]);
  });

  it('is a dead letter after as many failures as it may have, and does not run again', async () => {
    await api.enqueue(tenant);
    for (let n = 1; n <= LIMITS.maxFailures; n += 1) await lose();
    await passTime();
    expect((await claim()).jobs).toEqual([]);
    expect(await rows()).toMatchObject([
      { failures: 3, attempts: 3, isDead: true, error: expect.stringContaining('worker ended') },
    ]);
  });

  it('begins to count anew when a handler comes to an end with it', async () => {
    await api.enqueue(tenant);
    await lose();
    await lose();
    await passTime();
    await api.postpone(await claim(), new Date());
    expect(await rows()).toMatchObject([{ failures: 0 }]);
  });

  it('has not failed when its worker gave it back, and has no second one before the lease would have ended', async () => {
    await api.enqueue(tenant);
    const { lease, jobs } = await claim();
    await api.outbox.giveBack(lease, [jobs[0]!.id]);
    expect((await claim()).jobs).toEqual([]);
    await api.sql(`update outbox set leased_until = now() - interval '1 second' where tenant_id = $1`, [tenant]);
    expect((await claim()).jobs).toMatchObject([{ failures: 0 }]);
  });

  it('runs apart from others', async () => {
    await api.enqueue(tenant, 1);
    await lose();
    for (let n = 2; n <= CHUNK; n += 1) await api.enqueue(tenant, n);
    await passTime();
    const chunks = await api.line.dispatch([{ kind: 'slow', tenantId: tenant, chunks: 4, chunkSize: CHUNK }]);
    expect(chunks.map(({ ids }) => ids.length)).toEqual([1, CHUNK - 1]);
  });
});

describe('a worker that is shut down', () => {
  it('gives back the jobs that it does not finish in time', async () => {
    const app = await JobsApp.start();
    const [gate, over] = [new Gate(), new Gate()];
    try {
      const own = app.tenant();
      let isRunning = false;
      app.onBatch(async (batch) => {
        isRunning = true;
        await gate.passed;
        await app.complete(batch);
        over.open();
      });
      await app.enqueue(own);
      await waitUntil(() => isRunning);
      vi.spyOn(app.queue, 'drain').mockResolvedValue();
      await app.worker.beforeApplicationShutdown();
      expect(await app.sql('select lease, failures from outbox')).toEqual([{ lease: null, failures: 0 }]);
      gate.open();
      await over.passed;
      expect(await app.left(own)).toBe(1);
    } finally {
      vi.restoreAllMocks();
      await app.close();
    }
  });
});
