import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#libs/core/persistence';
import { TenantEraser, TenantRemovals } from '#libs/privacy/data-rights';
import { HttpSink, waitUntil } from '#libs/test/testing';
import { SERVICE_SECRET } from '../support/app-stack.js';
import { HttpClient } from '../support/http-client.js';
import { platformStack, type PlatformStack } from '../support/platform-stack.js';

const CONTACTS = 2_500;

let stack: PlatformStack;
/** Receives the answers of Platform. */
let identity: HttpSink;

beforeAll(async () => {
  identity = await HttpSink.start();
  identity.answer(({ path }) =>
    path === '/internal/events'
      ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify({ receipt: 'applied' }) }
      : { status: 404 },
  );
  stack = await platformStack({ environment: { IDENTITY_URL: identity.url } });
});
afterAll(async () => {
  await stack?.close();
  await identity?.stop();
});

async function createTenant() {
  const tenant = await stack.createTenant();
  await stack.sql(
    `insert into contact (tenant_id, id, email)
     select $1, 'cnt_' || lpad(to_hex(n), 16, '0'), 'c' || n || '@' || $2 from generate_series(1, ${CONTACTS}) n`,
    [tenant.id, `${tenant.slug}.example`],
  );
  return tenant;
}

const tell = (tenantId: string, removalId: string) =>
  new HttpClient(stack.url, { authorization: `Bearer ${SERVICE_SECRET}` }).post('/internal/events', {
    id: randomUUID(),
    type: 'identity.tenant.deleted',
    tenantId,
    from: 'identity',
    occurredAt: new Date().toISOString(),
    payload: { removalId },
  });

const contactsOf = async (tenantId: string) =>
  (
    await stack.sql<{ count: number }>('select count(*)::int as count from contact where tenant_id = $1', [tenantId])
  )[0]!.count;

const rowsOf = async (tenantId: string) =>
  (
    await stack.sql<{ rows: Record<string, number>; finished: boolean }>(
      'select rows, finished_at is not null as finished from tenant_removal where tenant_id = $1',
      [tenantId],
    )
  )[0]!;

/** A signal of a process that is killed after so many slices. */
function killedAfter(slices: number): AbortSignal {
  let left = slices;
  const signal = new AbortController().signal;
  signal.throwIfAborted = () => {
    left -= 1;
    if (left < 0) throw new Error('killed');
  };
  return signal;
}

const answers = (tenantId: string) =>
  identity.requests
    .filter(({ path }) => path === '/internal/events')
    .map(({ text }) => JSON.parse(text) as { type: string; tenantId: string; payload: object })
    .filter((event) => event.type === 'tenant.removed' && event.tenantId === tenantId);

describe('the removal of a tenant', () => {
  it('goes on where it was when its process was killed, and counts every row once', async () => {
    const [tenant, other] = [await createTenant(), await createTenant()];
    const eraser = stack.app.get(TenantEraser, { strict: false });
    await stack.sql(
      'insert into tenant_removal (tenant_id, removal_id, finished_at, checked_at) values ($1, $2, now(), now())',
      [tenant.id, newId('evt')],
    );
    // Files go last.
    const tables = (await eraser.listTables()).map(({ name }) => name).filter((name) => name !== 'blob');
    const before = tables.indexOf('contact');
    await expect(eraser.erase(tenant.id, killedAfter(before + 2))).rejects.toThrow('killed');
    expect(await contactsOf(tenant.id)).toBe(CONTACTS - 2_000);
    expect((await rowsOf(tenant.id)).rows['contact']).toBe(2_000);
    await eraser.erase(tenant.id);
    expect(await contactsOf(tenant.id)).toBe(0);
    expect((await rowsOf(tenant.id)).rows['contact']).toBe(CONTACTS);
    expect(await contactsOf(other.id)).toBe(CONTACTS);
  });

  it('is answered once it is finished, and answered again when identity asks again', async () => {
    const tenant = await createTenant();
    const removalId = 'del_0123456789abcdef';
    expect((await tell(tenant.id, removalId)).body.receipt).toBe('applied');
    const removals = stack.app.get(TenantRemovals, { strict: false });
    await removals.run();
    await waitUntil(async () => (await rowsOf(tenant.id)).finished, { what: 'the removal' });
    await waitUntil(() => Promise.resolve(answers(tenant.id).length === 1), { what: 'the answer' });
    expect(answers(tenant.id)[0]?.payload).toMatchObject({ app: 'platform', removalId, rows: { contact: CONTACTS } });
    await tell(tenant.id, removalId);
    await waitUntil(() => Promise.resolve(answers(tenant.id).length === 2), { what: 'the second answer' });
  });

  it('finds a row that comes late, a day after', async () => {
    const tenant = await stack.createTenant();
    await tell(tenant.id, 'del_0123456789abcdef');
    const removals = stack.app.get(TenantRemovals, { strict: false });
    await removals.run();
    await waitUntil(async () => (await rowsOf(tenant.id)).finished, { what: 'the removal' });
    await stack.sql(
      `insert into contact (tenant_id, id, email) values ($1, 'cnt_0123456789abcdef', 'late@x.example')`,
      [tenant.id],
    );
    await removals.run();
    expect(await contactsOf(tenant.id)).toBe(1);
    await stack.sql(`update tenant_removal set checked_at = now() - interval '25 hours' where tenant_id = $1`, [
      tenant.id,
    ]);
    await removals.run();
    expect(await contactsOf(tenant.id)).toBe(0);
  });
});
