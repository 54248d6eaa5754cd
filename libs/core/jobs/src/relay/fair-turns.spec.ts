import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TenantId } from '#libs/core/persistence';
import { patient, waitUntil } from '#libs/test/testing';
import { CHUNK, CONCURRENCY, Gate, JobsApp, type Batch } from '../../test-support/jobs-app.js';

const PER_TENANT = CONCURRENCY * 0.75;

let jobs: JobsApp;

beforeEach(async () => {
  jobs = await JobsApp.start();
});
afterEach(() => jobs?.close());

/** Sets a handler that completes a batch when the gate opens, or at once if it is not `gated`. */
function completeAfter(gate: Gate, gated: (batch: Batch) => boolean = () => true): Batch[] {
  const taken: Batch[] = [];
  jobs.onBatch(async (batch) => {
    taken.push(batch);
    if (gated(batch)) await gate.passed;
    await jobs.complete(batch);
  });
  return taken;
}

const countOf = (batches: readonly Batch[], tenantId: TenantId) =>
  batches.filter((batch) => batch.tenantId === tenantId).length;

describe('tenants with jobs', () => {
  it("do not wait for another tenant's 100,000 jobs", async () => {
    const [large, small] = [jobs.tenant(), jobs.tenant()];
    let done = 0;
    const smallDone = new Gate();
    jobs.onBatch(async (batch) => {
      await jobs.complete(batch);
      if (batch.tenantId === small) smallDone.open();
      else done += batch.jobs.length;
    });
    await jobs.enqueueMany([large], 100_000);
    await waitUntil(() => done > 0, { what: 'the first of the 100,000' });
    const began = performance.now();
    const doneBefore = done;
    await jobs.enqueue(small);
    await smallDone.passed;
    expect(performance.now() - began).toBeLessThan(patient(2_000));
    expect(done - doneBefore).toBeLessThan(2_000);
    expect(await jobs.left(large)).toBeGreaterThan(90_000);
  });

  it('take turns, however many jobs each has', async () => {
    const tenants = [jobs.tenant(), jobs.tenant(), jobs.tenant()];
    const gate = new Gate();
    const taken = completeAfter(gate);
    await jobs.enqueueMany(tenants, 20 * CHUNK);
    await jobs.enqueueMany(tenants.slice(0, 1), 200 * CHUNK);
    await waitUntil(
      async () => [...(await jobs.dispatchedChunks()).values()].reduce((a, b) => a + b, 0) >= 2 * CONCURRENCY,
    );
    gate.open();
    await waitUntil(() => taken.length >= 60, { timeoutMs: 10_000 });
    const counts = tenants.map((tenantId) => countOf(taken.slice(0, 48), tenantId));
    for (const count of counts) expect(count).toBeGreaterThanOrEqual(12);
  });

  it('do not wait for a tenant whose jobs hang', async () => {
    const [hanging, other] = [jobs.tenant(), jobs.tenant()];
    const gate = new Gate();
    const taken = completeAfter(gate, ({ tenantId }) => tenantId === hanging);
    await jobs.enqueueMany([hanging], 50 * CHUNK);
    await waitUntil(() => countOf(taken, hanging) === PER_TENANT);
    for (let n = 0; n < 20; n += 1) await jobs.enqueue(other, n);
    await waitUntil(async () => (await jobs.left(other)) === 0);
    expect(countOf(taken, hanging)).toBe(PER_TENANT);
    gate.open();
  });

  it('have separate turns for each kind of job', async () => {
    const tenant = jobs.tenant();
    const gate = new Gate();
    const taken = completeAfter(gate, ({ jobs: [first] }) => first?.payload.n !== -1);
    await jobs.enqueueMany([tenant], 50 * CHUNK);
    await waitUntil(() => taken.length === PER_TENANT);
    await jobs.enqueue(tenant, -1, 'other');
    await waitUntil(() => taken.some(({ jobs: [first] }) => first?.payload.n === -1));
    expect(countOf(taken, tenant)).toBe(PER_TENANT + 1);
    gate.open();
  });
});

describe('dispatched chunks', () => {
  it('are bounded per tenant and in total; other jobs wait in the outbox', async () => {
    const tenants = Array.from({ length: 12 }, () => jobs.tenant());
    const gate = new Gate();
    const taken = completeAfter(gate);
    await jobs.enqueueMany(tenants, 10 * CHUNK);
    await waitUntil(() => taken.length === CONCURRENCY);
    await waitUntil(async () => (await jobs.waitingInQueue()) > 0);
    // New jobs wake the relay, and yet no more chunks are dispatched. The job of another kind shows that it has polled.
    for (const tenantId of tenants) await jobs.enqueue(tenantId);
    await jobs.enqueue(jobs.tenant(), 0, 'other');
    await waitUntil(() => taken.length > CONCURRENCY);
    expect(await jobs.waitingInQueue()).toBeLessThanOrEqual(CONCURRENCY);
    for (const chunks of (await jobs.dispatchedChunks()).values()) expect(chunks).toBeLessThanOrEqual(PER_TENANT);
    const [depth] = await jobs.outbox.depth(['slow']);
    expect(depth).toMatchObject({ delayed: 0, dead: 0 });
    expect(depth?.dispatched).toBeLessThanOrEqual(2 * CONCURRENCY * CHUNK);
    expect((depth?.due ?? 0) + (depth?.dispatched ?? 0)).toBe(12 * 10 * CHUNK + 12);
    gate.open();
  });

  it('are limited by the weight of their jobs', async () => {
    const tenant = jobs.tenant();
    const taken = completeAfter(new Gate(), () => false);
    await jobs.enqueueMany([tenant], 40, CHUNK / 2);
    await waitUntil(async () => (await jobs.left(tenant)) === 0);
    expect(Math.max(...taken.map((batch) => batch.jobs.length))).toBe(2);
  });

  it('are dispatched again after Redis was emptied', async () => {
    const [tenant, other] = [jobs.tenant(), jobs.tenant()];
    const gate = new Gate();
    completeAfter(gate);
    await jobs.enqueueMany([tenant, other], 20 * CHUNK);
    await waitUntil(async () => (await jobs.waitingInQueue()) > 0);
    await jobs.redis.flush();
    gate.open();
    await waitUntil(async () => (await jobs.left(tenant)) + (await jobs.left(other)) === 0, { timeoutMs: 15_000 });
    expect(await jobs.waitingInQueue()).toBe(0);
  });
});

describe('postponed jobs', () => {
  it('run in their order when their time comes', async () => {
    const tenant = jobs.tenant();
    const order: number[] = [];
    let refusing = true;
    let refused = 0;
    jobs.onBatch(async (batch) => {
      if (refusing) {
        await jobs.postpone(batch, new Date(Date.now() + 3_600_000));
        refused += batch.jobs.length;
        return;
      }
      order.push(...batch.jobs.map(({ payload }) => payload.n));
      await jobs.complete(batch);
    });
    const count = 3 * CHUNK;
    await jobs.enqueueMany([tenant], count);
    for (let hour = 1; hour <= 3; hour += 1) {
      await waitUntil(() => refused === hour * count, { what: `attempt ${hour}` });
      refusing = hour < 3;
      await jobs.passTime();
    }
    await waitUntil(() => order.length === count);
    // Chunks run in parallel; each is complete and in order.
    const firsts = order.filter((_, index) => index % CHUNK === 0);
    expect(new Set(firsts)).toEqual(new Set([1, CHUNK + 1, 2 * CHUNK + 1]));
    for (let start = 0; start < count; start += CHUNK) {
      const chunk = order.slice(start, start + CHUNK);
      expect(chunk).toEqual(chunk.toSorted((a, b) => a - b));
    }
  });

  it('do not delay new jobs, however often they are tried', async () => {
    const [failing, other] = [jobs.tenant(), jobs.tenant()];
    let isNewDone = false;
    jobs.onBatch(async (batch) => {
      const fresh = batch.jobs.filter(({ payload }) => payload.n === 0);
      const again = batch.jobs.filter(({ payload }) => payload.n !== 0);
      if (fresh.length > 0) await jobs.complete(batch, fresh);
      if (batch.tenantId === failing && fresh.length > 0) isNewDone = true;
      if (again.length > 0) await jobs.postpone(batch, new Date(), again);
    });
    await jobs.enqueueMany([failing], 20 * CHUNK);
    await waitUntil(async () => {
      const [row] = await jobs.sql<{ tried: number }>('select max(attempts)::int as tried from outbox');
      return (row?.tried ?? 0) >= 2;
    });
    await jobs.enqueue(failing);
    await jobs.enqueue(other);
    await waitUntil(async () => isNewDone && (await jobs.left(other)) === 0);
    expect(await jobs.left(failing)).toBe(20 * CHUNK);
  });

  it('of a paused tenant are not dispatched chunk by chunk', async () => {
    const tenant = jobs.tenant();
    let isSuspended = true;
    jobs.onBatch((batch) =>
      isSuspended ? jobs.postponeUntried(batch, new Date(Date.now() + 60_000)) : jobs.complete(batch),
    );
    await jobs.enqueueMany([tenant], 100 * CHUNK);
    await waitUntil(async () => ((await jobs.outbox.depth(['slow']))[0]?.delayed ?? 0) > 0);
    // Each dispatched job of another kind shows that the relay has polled again.
    for (let round = 1; round <= 5; round += 1) {
      await jobs.enqueue(jobs.tenant(), 0, 'other');
      await waitUntil(async () => (await jobs.outbox.depth(['other']))[0]?.delayed === round);
    }
    const [depth] = await jobs.outbox.depth(['slow']);
    expect(depth?.delayed).toBeLessThanOrEqual(2 * CONCURRENCY * CHUNK);
    isSuspended = false;
    await waitUntil(async () => {
      await jobs.passTime();
      return (await jobs.left(tenant)) === 0;
    });
  });
});
