import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TenantId } from '#libs/core/persistence';
import { waitUntil } from '#libs/test/testing';
import { type Batch, JobsApp } from '../../test-support/jobs-app.js';

/** How long the relay rests at most while nothing waits. */
const REST_MS = 2_000;
/** The time that a loaded machine may add. */
const SLACK_MS = 1_500;

let jobs: JobsApp;
let tenant: TenantId;
/** When each job was claimed, by number. */
let claimed: Map<number, number>;

beforeEach(async () => {
  jobs = await JobsApp.start();
  tenant = jobs.tenant();
  claimed = new Map();
  jobs.onBatch(async (batch: Batch) => {
    for (const { payload } of batch.jobs) claimed.set(payload.n, performance.now());
    await jobs.complete(batch);
  });
});
afterEach(() => jobs?.close());

/** Returns what tells which came first: the look of a relay that rested long enough, or the dispatch of one that is woken. */
function watchFirst(): () => 'looks' | 'dispatches' {
  const looks = vi.spyOn(jobs.line, 'makeDue');
  const dispatches = vi.spyOn(jobs.line, 'dispatch');
  return () => {
    const [look = Infinity] = looks.mock.invocationCallOrder;
    const [dispatch = Infinity] = dispatches.mock.invocationCallOrder;
    return dispatch < look ? 'dispatches' : 'looks';
  };
}

const isClaimed = (n: number) => waitUntil(() => claimed.has(n));

describe('a relay at rest', () => {
  it('looks at the outbox no more often than its rest allows', async () => {
    await jobs.atRest();
    const looks = vi.spyOn(jobs.line, 'makeDue');
    const began = performance.now();
    await waitUntil(() => looks.mock.calls.length === 2, { timeoutMs: 3 * REST_MS });
    expect(performance.now() - began).toBeGreaterThanOrEqual(REST_MS - 50);
  });

  it('dispatches at once what its process enqueues', async () => {
    await jobs.atRest();
    const first = watchFirst();
    await jobs.enqueue(tenant, 1);
    await isClaimed(1);
    expect(first()).toBe('dispatches');
  });

  it('is woken by what another process enqueues', async () => {
    const other = await jobs.startApi();
    try {
      await jobs.atRest();
      const first = watchFirst();
      await other.enqueue(tenant, 1);
      await isClaimed(1);
      expect(first()).toBe('dispatches');
    } finally {
      await other.close();
    }
  });

  it('finds within its rest what nothing announced', async () => {
    await jobs.atRest();
    const began = performance.now();
    await jobs.enqueueMany([tenant], 1);
    await isClaimed(1);
    expect(claimed.get(1)! - began).toBeLessThan(REST_MS + SLACK_MS);
  });

  it('starts a job on time that was enqueued for later, and none before', async () => {
    await jobs.atRest();
    const at = performance.now() + 900;
    await jobs.enqueueAt(tenant, 1, new Date(Date.now() + 900));
    await isClaimed(1);
    expect(claimed.get(1)! - at).toBeGreaterThanOrEqual(-5);
    expect(claimed.get(1)! - at).toBeLessThan(REST_MS / 2);
  });

  it('still counts as a worker for other processes', async () => {
    await jobs.atRest();
    await jobs.forgetWorkers();
    expect(await waitUntil(async () => (await jobs.workers()) === 1)).toBe(true);
  });

  it('is woken again after its Redis restarted, also by what was enqueued meanwhile', async () => {
    await jobs.atRest();
    await jobs.disconnectRedis();
    await jobs.enqueue(tenant, 1);
    await isClaimed(1);
    await jobs.enqueue(tenant, 2);
    await isClaimed(2);
    expect(await waitUntil(async () => (await jobs.left(tenant)) === 0)).toBe(true);
  });
});
