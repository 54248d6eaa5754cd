import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TenantId } from '#libs/core/persistence';
import { waitUntil } from '#libs/test/testing';
import { JobsApp } from '../../test-support/jobs-app.js';
import { RETRY_DEAD_LETTER } from '../outbox/dead-letters.sql.js';

let app: JobsApp;
let tenant: TenantId;

beforeAll(async () => {
  app = await JobsApp.start();
});
afterAll(() => app?.close());
beforeEach(() => {
  tenant = app.tenant();
  app.onDead(() => Promise.resolve());
});

/** Inserts a job as it is when its worker was lost so often, and it is due again. */
async function insert(lost: number, kind = 'other'): Promise<string> {
  const [{ id }] = (await app.sql<{ id: string }>(
    `insert into outbox (id, tenant_id, kind, payload, available_at, due, weight, lost_leases, lease, leased_until)
     values ((extract(epoch from clock_timestamp()) * 1000000)::bigint, $1, $2, '{"n": 1}', now(), true, 1, $3, gen_random_uuid(),
             now() - interval '1 second') returning id`,
    [tenant, kind, lost],
  )) as [{ id: string }];
  return id;
}

const told = () => app.dead.filter(({ tenantId }) => tenantId === tenant);
const isDead = async (id: string) =>
  (await app.sql<{ dead: boolean }>('select dead_at is not null as dead from outbox where id = $1', [id]))[0]?.dead;

describe('a job that becomes a dead letter', () => {
  it('is told when its workers were lost', async () => {
    const id = await insert(4);
    await waitUntil(() => told().length > 0, { what: 'the dead letter told' });
    expect(told()).toEqual([{ id, tenantId: tenant, kind: 'other', payload: { n: 1 } }]);
    await app.recordDead();
    expect(told()).toHaveLength(1);
  });

  it('is told when its handler failed too often', async () => {
    app.onBatch(() => Promise.reject(new Error('It fails')));
    const id = await insert(0);
    await app.sql('update outbox set lease = null, leased_until = null, failures = 49 where id = $1', [id]);
    await waitUntil(() => told().length > 0, { what: 'the dead letter told' });
    expect(await isDead(id)).toBe(true);
  });

  it('is not told while it may run again', async () => {
    const id = await insert(3);
    const lost = () => app.sql<{ n: number }>('select lost_leases as n from outbox where id = $1', [id]);
    await waitUntil(async () => (await lost())[0]!.n === 4, { what: 'the lost lease' });
    await app.recordDead();
    expect(told()).toEqual([]);
  });

  it('is told later, and once, when telling failed or the process ended meanwhile', async () => {
    let attempts = 0;
    app.onDead(() => (++attempts === 1 ? Promise.reject(new Error('away')) : Promise.resolve()));
    await insert(4);
    await waitUntil(() => attempts === 1, { what: 'the first attempt' });
    expect(told()).toEqual([]);
    await Promise.all([app.recordDead(), app.recordDead()]);
    expect([told().length, attempts]).toEqual([1, 2]);
  });

  it('is told again when it is one again after an operator retried it', async () => {
    const id = await insert(4);
    await waitUntil(() => told().length === 1, { what: 'the dead letter told' });
    await app.sql(RETRY_DEAD_LETTER, [id]);
    await app.sql(
      `update outbox set lost_leases = 4, lease = gen_random_uuid(), leased_until = now() - interval '1 second',
              handed_at = null, job_id = null, due = true, available_at = now() where id = $1`,
      [id],
    );
    await expect.poll(() => told().length).toBe(2);
  });

  it('is told to nobody if no user waits for its kind', async () => {
    const id = await insert(4, 'slow');
    await waitUntil(() => isDead(id), { what: 'the dead letter' });
    await app.recordDead();
    expect(told()).toEqual([]);
  });
});
