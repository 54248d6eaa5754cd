import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { metrics } from '#libs/core/observability';
import { Database, newId } from '#libs/core/persistence';
import { patient, waitUntil } from '#libs/test/testing';
import { TenantEvents } from '../../apps/platform/src/tenant-changes/tenant-events.js';
import { EventReader } from '../support/event-reader.js';
import { platformStack } from '../support/platform-stack.js';
import { RedisServer } from '../support/redis-server.js';
import { usePrepared, useStack } from '../support/use-stack.js';

const home = usePrepared(() => ({ dir: mkdtempSync(join(tmpdir(), 'platform-live-')) }));
const redis = useStack(() => RedisServer.start(join(home.dir, 'redis')));
const stack = useStack(() => platformStack({ environment: { ROLE: 'api' }, redisUrl: redis.url }));
const tenant = usePrepared(() => stack.createTenant());

/** Changes a message in a transaction, as sending and delivery do; returns its id. */
async function change(): Promise<string> {
  const id = newId('msg');
  const events = stack.app.get(TenantEvents, { strict: false });
  await stack.app.get(Database, { strict: false }).tenant(tenant.id, async (tx) => {
    events.changed(tx, tenant.id, 'messages.updated', [id]);
    return tx.query('select 1');
  });
  return id;
}

const lost = async () => Number(/^platform_changes_lost_total (\d+)/m.exec(await metrics.text())?.[1] ?? 0);

it('while Redis hangs transactions do not wait, and listeners are told to read again afterwards', async () => {
  const reader = await EventReader.open(await tenant.session('member'), '/api/events');
  await reader.next('ready');
  const told = await change();
  await waitUntil(() => reader.of('messages.updated').some(({ Ids }) => Ids.includes(told)));
  const before = await lost();
  redis.hang();
  try {
    const from = Date.now();
    for (let n = 0; n < 5; n += 1) await change();
    expect(Date.now() - from).toBeLessThan(patient(3_000));
    await waitUntil(async () => (await lost()) > before, { what: 'changes that are given up' });
    expect(reader.hasEnded).toBe(false);
  } finally {
    redis.proceed();
  }
  expect((await reader.next('tenant.changed')).data).toEqual({});
  await waitUntil(async () => {
    const id = await change();
    return waitUntil(() => reader.of('messages.updated').some(({ Ids }) => Ids.includes(id)), { timeoutMs: 1_000 });
  });
  reader.close();
});
