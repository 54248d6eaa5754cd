import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TenantId } from '#libs/persistence';
import { waitUntil } from '#libs/testing';
import { type Batch, JobsApp } from '../test-support/jobs-app.js';

const HOUR = `interval '1 hour'`;

let app: JobsApp;
let tenant: TenantId;
/** What ran, by number. */
let done: number[];

const complete = async (batch: Batch) => {
  done.push(...batch.jobs.map(({ payload }) => payload.n));
  await app.complete(batch);
};
const handOverAll = () => waitUntil(async () => (await app.left(tenant)) === 0);
const released = () =>
  waitUntil(async () => (await app.sql('select from queue_hold where ended_at is null')).length === 0);
/** Reconciler, relay and worker have each had their turn. */
async function turns(): Promise<void> {
  const [row] = await app.sql<{ xid: string }>('select pg_current_xact_id()::text as xid');
  await waitUntil(async () => {
    const [now] = await app.sql<{ xid: string }>('select pg_current_xact_id()::text as xid');
    return Number(now?.xid) > Number(row?.xid) + 6;
  });
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
    await turns();
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

  it('cancels any number of jobs of many tenants', async () => {
    const tenants = [tenant, app.tenant(), app.tenant()];
    await app.hold();
    await app.enqueueMany(tenants, 150);
    await app.sql(`update queue_hold set held_at = now() where ended_at is null`);
    await app.release('cancel');
    await released();
    expect([app.cancelled.length, done]).toEqual([450, []]);
  });

  it('replaces one that was on in the backup', async () => {
    await app.hold();
    await app.hold();
    expect(await app.sql('select from queue_hold where ended_at is null')).toHaveLength(1);
    await app.release('send');
    await released();
  });
});
