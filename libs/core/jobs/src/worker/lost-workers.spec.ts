import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TenantId } from '#libs/core/persistence';
import { waitUntil } from '#libs/test/testing';
import { RETRY_DEAD_LETTER } from '../outbox/dead-letters.sql.js';
import { LOST_LEASES_MAX } from '../outbox/outbox.sql.js';
import { type Batch, CHUNK, Gate, JobsApp } from '../../test-support/jobs-app.js';

const LEASE_MS = 60_000;

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
  api.sql<{
    id: string;
    failures: number;
    lost: number;
    attempts: number;
    isDead: boolean;
    isLater: boolean;
    error: string | null;
  }>(
    `select id, failures, lost_leases as lost, attempts, dead_at is not null as "isDead", not due and available_at > now() as "isLater",
            last_error as error
     from outbox where tenant_id = $1 order by id`,
    [tenant],
  );

async function claim(): Promise<Batch> {
  const ids = (await rows()).map(({ id }) => id);
  return api.outbox.claim('slow', { tenantId: tenant, ids }, LEASE_MS);
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
  it('waits before the next attempt', async () => {
    await api.enqueue(tenant);
    expect((await lose()).jobs).toEqual([]);
    expect(await rows()).toMatchObject([{ failures: 0, lost: 1, attempts: 1, isLater: true, isDead: false }]);
    await passTime();
    expect((await claim()).jobs).toMatchObject([{ failures: 0, attempt: 2 }]);
  });

  it('is a dead letter at the fifth, however often its handler may fail, and does not run again', async () => {
    await api.enqueue(tenant);
    for (let n = 1; n < LOST_LEASES_MAX; n += 1) await lose();
    expect(await rows()).toMatchObject([{ lost: 4, isDead: false }]);
    await lose();
    await passTime();
    expect((await claim()).jobs).toEqual([]);
    expect(await rows()).toMatchObject([
      { failures: 0, lost: 5, attempts: 5, isDead: true, error: expect.stringContaining('worker ended') },
    ]);
  });

  it('begins to count anew when a handler comes to an end with it', async () => {
    await api.enqueue(tenant);
    await lose();
    await lose();
    await passTime();
    await api.postpone(await claim(), new Date());
    expect(await rows()).toMatchObject([{ failures: 0, lost: 0 }]);
  });

  it('begins to count anew when it has come further, and not under a lease that is over', async () => {
    await api.enqueue(tenant);
    await lose();
    const [job] = await rows();
    await passTime();
    const batch = await claim();
    await loseWorkers();
    await claim();
    await passTime();
    const present = await claim();
    await api.recordProgress(batch, job!.id);
    expect(await rows()).toMatchObject([{ lost: 2 }]);
    await api.recordProgress(present, job!.id);
    expect(await rows()).toMatchObject([{ lost: 0 }]);
  });

  it('does not count anew when its handler fails between two losses', async () => {
    await api.enqueue(tenant);
    for (let n = 1; n < LOST_LEASES_MAX; n += 1) {
      await lose();
      const id = (await rows())[0]!.id;
      await passTime();
      await claim();
      await api.outbox.fail(id, 'It failed', new Date(Date.now() - 1_000));
    }
    expect(await rows()).toMatchObject([{ failures: 4, lost: 4, isDead: false }]);
    await lose();
    expect(await rows()).toMatchObject([{ failures: 4, lost: 5, isDead: true }]);
  });

  it('counts anew when an operator retries it', async () => {
    await api.enqueue(tenant);
    for (let n = 1; n <= LOST_LEASES_MAX; n += 1) await lose();
    const id = (await rows())[0]!.id;
    await api.sql(RETRY_DEAD_LETTER, [id]);
    await lose();
    expect(await rows()).toMatchObject([{ lost: 1, isDead: false }]);
  });

  it('has not failed when its worker gave it back, and has no second one before the lease would have ended', async () => {
    await api.enqueue(tenant);
    const { lease, jobs } = await claim();
    await api.outbox.giveBack(lease, [jobs[0]!.id]);
    expect((await claim()).jobs).toEqual([]);
    await api.sql(`update outbox set leased_until = now() - interval '1 second' where tenant_id = $1`, [tenant]);
    expect((await claim()).jobs).toMatchObject([{ failures: 0 }]);
    expect(await rows()).toMatchObject([{ lost: 0 }]);
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
