import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Database, newId, type TenantId } from '#libs/core/persistence';
import { createTestDatabase, waitUntil, type TestDatabase } from '#libs/test/testing';
import { makeSchema } from '../../test-support/jobs-app.js';
import { TenantLine } from './tenant-line.js';

let database: TestDatabase;
let admin: pg.Pool;
let relays: pg.Client[];

beforeAll(async () => {
  database = await createTestDatabase();
  await makeSchema(database.ownerUrl);
  admin = new pg.Pool({ connectionString: database.adminUrl, max: 1 });
  relays = [1, 2].map(() => new pg.Client({ connectionString: database.systemUrl }));
  await Promise.all(relays.map((relay) => relay.connect()));
});
afterAll(async () => {
  await Promise.all([...(relays ?? []), admin].map((one) => one?.end()));
  await database?.drop();
});
beforeEach(() => admin.query('truncate outbox'));

/** The line as one relay sees it, on a connection whose transactions the test ends. */
const lineOn = (client: pg.Client) =>
  new TenantLine({ statement: <T>(work: (client: pg.Client) => Promise<T>) => work(client) } as unknown as Database);

const turnOf = (tenantId: TenantId, chunks: number) => [{ kind: 'slow', tenantId, chunks, chunkSize: 10 }];

async function enqueue(tenantId: TenantId, count: number): Promise<void> {
  await admin.query(
    `insert into outbox (id, tenant_id, kind, payload) select n, $1, 'slow', '{}' from generate_series(1, $2::int) n`,
    [tenantId, count],
  );
}

const isWaitingForALock = async () => {
  const { rowCount } = await admin.query(`select from pg_stat_activity where wait_event_type = 'Lock'`);
  return rowCount === 1;
};

describe('two relays with the same jobs', () => {
  it('dispatch each of them once', async () => {
    const [one, other] = relays as [pg.Client, pg.Client];
    const tenantId = newId('acc');
    await enqueue(tenantId, 30);
    await one.query('begin');
    const first = await lineOn(one).dispatch(turnOf(tenantId, 2));
    const second = lineOn(other).dispatch(turnOf(tenantId, 3));
    await waitUntil(isWaitingForALock);
    await one.query('commit');
    expect(first.flatMap(({ ids }) => ids)).toEqual(Array.from({ length: 20 }, (_, n) => String(n + 1)));
    expect((await second).flatMap(({ ids }) => ids)).toEqual(Array.from({ length: 10 }, (_, n) => String(n + 21)));
  });

  it('dispatch in the second what the first rolled back', async () => {
    const [one, other] = relays as [pg.Client, pg.Client];
    const tenantId = newId('acc');
    await enqueue(tenantId, 10);
    await one.query('begin');
    await lineOn(one).dispatch(turnOf(tenantId, 1));
    const second = lineOn(other).dispatch(turnOf(tenantId, 1));
    await waitUntil(isWaitingForALock);
    await one.query('rollback');
    expect((await second).flatMap(({ ids }) => ids)).toHaveLength(10);
  });
});
