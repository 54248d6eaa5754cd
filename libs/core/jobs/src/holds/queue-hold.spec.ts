import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TenantId } from '#libs/core/persistence';
import { waitUntil } from '#libs/test/testing';
import { JOBS_TO_CANCEL } from './queue-hold.sql.js';
import { type Batch, Gate, JobsApp } from '../../test-support/jobs-app.js';

const HOUR = `interval '1 hour'`;

let app: JobsApp;
let tenant: TenantId;
/** Numbers of the jobs that ran. */
let done: number[];

const complete = async (batch: Batch) => {
  done.push(...batch.jobs.map(({ payload }) => payload.n));
  await app.complete(batch);
};
const handOverAll = () => waitUntil(async () => (await app.left(tenant)) === 0);
const released = () =>
  waitUntil(async () => (await app.sql('select from queue_hold where ended_at is null')).length === 0);
/** Jobs of before the hold. */
async function hadWaited(tenants: readonly TenantId[], count: number): Promise<void> {
  await app.hold();
  await app.enqueueMany(tenants, count);
  await app.sql('update queue_hold set held_at = now() where ended_at is null');
}

/** The reconciler has made this due, and the relay has looked for jobs some times since then. */
async function turns(chunk: string): Promise<void> {
  await waitUntil(async () => (await app.sql('select from outbox where job_id = $1', [chunk])).length === 0);
  const looked = vi.spyOn(app.line, 'next');
  await waitUntil(() => looked.mock.calls.length >= 3);
  looked.mockRestore();
}

beforeAll(async () => {
  app = await JobsApp.start();
});
afterAll(() => app?.close());
beforeEach(() => {
  tenant = app.tenant();
  done = [];
  app.cancelled.length = 0;
  app.onBatch(complete);
  app.onCancel(() => Promise.resolve());
});

describe('a hold', () => {
  it('lets no job run that was there, was in progress, or is enqueued, and loses none', async () => {
    await app.hold();
    await app.enqueue(tenant, 1);
    // As a backup of a busy outbox has it, and as Redis still knows it.
    await app.sql(`update outbox set handed_at = now(), job_id = 'x', lease = null where tenant_id = $1`, [tenant]);
    await app.enqueue(tenant, 2);
    const [row] = await app.sql<{ id: string }>('select id from outbox where tenant_id = $1 order by id', [tenant]);
    const batch = await app.outbox.claim('slow', { tenantId: tenant, ids: [row!.id] }, 1_000);
    await turns('x');
    expect([batch.jobs, done, await app.left(tenant)]).toEqual([[], [], 2]);
    await app.release('send');
    await handOverAll();
    expect(done.toSorted()).toEqual([1, 2]);
  });

  it('that is released with cancel leaves out what others may have done, and runs the rest', async () => {
    await app.hold();
    await app.sql(
      `insert into outbox (id, tenant_id, kind, payload, created_at, available_at, due, dead_at)
       select n, $1, kind, jsonb_build_object('n', n), now() - ${HOUR}, now() + at, at <= interval '0', dead
       from (values (101, 'slow', -${HOUR}, null), (102, 'other', -${HOUR}, null), (103, 'slow', ${HOUR}, null),
                    (104, 'slow', -${HOUR}, now())) as job (n, kind, at, dead)`,
      [tenant],
    );
    await app.enqueue(tenant, 105);
    await app.release('cancel');
    await released();
    await waitUntil(async () => done.length === 2 && (await app.left(tenant)) === 2);
    expect(done.toSorted()).toEqual([102, 105]);
    expect(app.cancelled).toMatchObject([{ id: '101', tenantId: tenant, kind: 'slow', payload: { n: 101 } }]);
    const left = await app.sql('select id from outbox where tenant_id = $1 order by id', [tenant]);
    expect(left).toEqual([{ id: '103' }, { id: '104' }]);
    expect((await app.sql('select pending, cancelled from queue_hold order by id desc limit 1'))[0]).toEqual({
      pending: 'cancel',
      cancelled: '1',
    });
  });

  it('cancels any number of jobs of many tenants, and reads each of them once', async () => {
    const tenants = [tenant, app.tenant(), app.tenant()];
    await hadWaited(tenants, 10_000);
    await app.release('cancel');
    const pages = vi.spyOn(pg.Client.prototype, 'query');
    await waitUntil(async () => (await app.sql('select from queue_hold where ended_at is null')).length === 0, {
      timeoutMs: 60_000,
    });
    const asked = pages.mock.calls as unknown as [string, unknown[]][];
    const after = asked.filter(([text]) => text === JOBS_TO_CANCEL).map(([, values]) => Number(values[1]));
    pages.mockRestore();
    expect(after).toHaveLength(31);
    expect(after).toEqual([...new Set(after)].toSorted((a, b) => a - b));
    expect([app.cancelled.length, done]).toEqual([30_000, []]);
  });

  it('makes a dead letter of a job that cannot be recorded, and cancels the others', async () => {
    app.onCancel(({ payload }) => (payload['n'] === 7 ? Promise.reject(new Error('As asked')) : Promise.resolve()));
    await hadWaited([tenant], 150);
    await app.release('cancel');
    await released();
    const [dead, ...more] = await app.sql<{ error: string }>(
      'select last_error as error from outbox where tenant_id = $1 and dead_at is not null',
      [tenant],
    );
    expect([dead?.error, more, await app.left(tenant)]).toEqual([expect.stringContaining('As asked'), [], 1]);
  });

  it('may be released by the other choice while the first one is carried out', async () => {
    const [reached, goOn] = [new Gate(), new Gate()];
    app.onCancel(() => {
      reached.open();
      return goOn.passed;
    });
    await hadWaited([tenant], 1_500);
    await app.release('cancel');
    await reached.passed;
    await app.release('send');
    goOn.open();
    await released();
    await handOverAll();
    const [hold] = await app.sql<{ pending: string; cancelled: number }>(
      'select pending, cancelled::int from queue_hold order by id desc limit 1',
    );
    expect([hold?.pending, done.length]).toEqual(['send', 1_500 - hold!.cancelled]);
    expect(done.length).toBeGreaterThan(0);
  });

  it('replaces one that was on in the backup', async () => {
    await app.hold();
    await app.hold();
    expect(await app.sql('select from queue_hold where ended_at is null')).toHaveLength(1);
    await app.release('send');
    await released();
  });
});
