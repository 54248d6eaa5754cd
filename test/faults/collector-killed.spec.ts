import { randomUUID } from 'node:crypto';
import { copyFileSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { newId, type TenantId } from '#libs/core/persistence';
import { KeyRing, SecretBox } from '#libs/core/secrets';
import { PixelToken } from '#libs/sites/traffic';
import { freePort, waitUntil } from '#libs/test/testing';
import { AppProcess, ensureBuilt } from '../support/app-process.js';
import { ENCRYPTION_KEYS, SERVICE_SECRET } from '../support/app-stack.js';
import { HeldSteps } from '../support/held-steps.js';
import { inLanes } from '../support/in-lanes.js';
import { PostgresCluster } from '../support/postgres-cluster.js';
import { randomNumbers } from '../support/random.js';
import { RedisServer } from '../support/redis-server.js';
import { useStack } from '../support/use-stack.js';

const BATCHES = 150;
const LANES = 6;
const KILLS = 4;
/** A kill comes at any moment of this time (milliseconds): longer than a second, after which a process counts. */
const MOMENTS_MS = 1_300;
const SEED = 20_261_127;
const ORIGIN = 'http://pages.test';
const AGENTS = ['140', '141', '142'].map(
  (version) => `Mozilla/5.0 (X11; Linux x86_64; rv:${version}.0) Gecko/20100101 Firefox/${version}.0`,
);
const WAIT = { timeoutMs: 30_000 };

const stack = useStack(async () => {
  const home = mkdtempSync(join(tmpdir(), 'collector-'));
  const [postgres, redis] = await Promise.all([
    PostgresCluster.start(home, 'pages'),
    RedisServer.start(join(home, 'redis')),
    ensureBuilt(),
  ]);
  const nowhere = `http://127.0.0.1:${await freePort()}`;
  const runtime = await AppProcess.start('runtime', {
    NODE_ENV: 'development',
    LOG_LEVEL: 'warn',
    DATABASE_URL: postgres.urls.url,
    DATABASE_SYSTEM_URL: postgres.urls.systemUrl,
    REDIS_URL: redis.url,
    SERVICE_SECRET,
    ENCRYPTION_KEYS,
    IDENTITY_URL: nowhere,
    CRM_URL: nowhere,
    SMTP_URL: nowhere.replace('http', 'smtp'),
    RUNTIME_URL: ORIGIN,
    BLOB_DIR: join(home, 'blobs'),
    JOURNAL_DIR: join(home, 'journal'),
    COLLECT_PER_MINUTE: '100000',
  });
  return {
    home,
    postgres,
    redis,
    runtime,
    async close() {
      await runtime.kill();
      await Promise.all([postgres.crash(), redis.kill()]);
      rmSync(home, { recursive: true, force: true });
    },
  };
});

const database = {
  get adminUrl() {
    return stack.postgres.urls.adminUrl;
  },
};

/** Connects for each statement: the tests stop their Postgres. */
async function sql<R extends object>(text: string, values: unknown[] = []): Promise<R[]> {
  const client = new pg.Client({ connectionString: database.adminUrl });
  await client.connect();
  try {
    return (await client.query<R>(text, values)).rows;
  } finally {
    await client.end();
  }
}

afterEach(async () => {
  if (!stack.postgres.isRunning) await stack.postgres.start();
  if (!stack.runtime.isRunning) await stack.runtime.start();
});

const tokens = new PixelToken(new SecretBox(KeyRing.fromConfig(ENCRYPTION_KEYS)));

interface Place {
  tenantId: TenantId;
  credencial: string;
}

function createPlace(): Place {
  const [tenantId, pageId] = [newId('acc') as TenantId, newId('pag')];
  return { tenantId, credencial: tokens.issue({ tenantId, pageId, variant: '1' }) };
}

/** A batch of a view, a click and an event with a name of its own, of one of three visitors. */
const batchOf = ({ credencial }: Place, n: number) => ({
  lote: randomUUID(),
  credencial,
  eventos: [
    { tipo: 'visualizacao', id: `${n}v` },
    { tipo: 'clique', id: `${n}c`, x: n % 100, y: 1 },
    { tipo: 'evento', id: `${n}e`, nome: `n${n}` },
  ],
});

/** The status; 0 without an answer. */
async function send(batch: object, n: number): Promise<number> {
  const headers = { 'content-type': 'text/plain', origin: ORIGIN, 'user-agent': AGENTS[n % AGENTS.length]! };
  try {
    const response = await fetch(`${stack.runtime.url}/collect`, {
      method: 'POST',
      headers,
      body: JSON.stringify(batch),
    });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 0;
  }
}

async function sendAll(place: Place, from: number, count: number): Promise<void> {
  for (let n = from; n < from + count; n += 1) expect(await send(batchOf(place, n), n), String(n)).toBe(202);
}

const journal = () => join(stack.home, 'journal', 'events');

/** Makes the files of a process that is gone as old as they are a minute later, when another one takes them over. */
function age(): void {
  const past = new Date(Date.now() - 120_000);
  for (const name of readdirSync(journal())) utimesSync(join(journal(), name), past, past);
}

const isCounted = () => readdirSync(journal()).length === 0;

/** Expects events and totals to have batches 0 to `count` - 1, each once. */
async function expectOnce({ tenantId }: Place, count: number): Promise<void> {
  await waitUntil(isCounted, { ...WAIT, what: 'the journal to be counted' });
  const names = await sql<{ name: string }>(`select name from event where tenant_id = $1 and kind = 'custom'`, [
    tenantId,
  ]);
  const expected = Array.from({ length: count }, (_, n) => `n${n}`);
  expect(names.map(({ name }) => name).toSorted()).toEqual(expected.toSorted());
  const [events] = await sql(
    `select count(*)::int as events, count(*) filter (where kind = 'view')::int as views,
            count(*) filter (where kind = 'click')::int as clicks, count(distinct visitor_id)::int as visitors
     from event where tenant_id = $1`,
    [tenantId],
  );
  const visitors = Math.min(count, AGENTS.length);
  expect(events).toEqual({ events: 3 * count, views: count, clicks: count, visitors });
  const [totals] = await sql(
    `select (select sum(views)::int from total_hour where tenant_id = $1 and page_id = '') as hour_views,
            (select sum(visitors)::int from total_hour where tenant_id = $1 and page_id = '') as hour_visitors,
            (select sum(views)::int from total_day where tenant_id = $1 and page_id = '' and dimension = 'device') as day_views,
            (select sum(sessions)::int from total_day where tenant_id = $1 and page_id = '' and dimension = 'device') as day_sessions,
            (select sum(views)::int from cube_day where tenant_id = $1 and page_id = '') as cube_views,
            (select sum(clicks)::int from heat_day where tenant_id = $1) as clicks,
            (select sum(events)::int from session where tenant_id = $1) as session_events,
            (select count(*)::int from session where tenant_id = $1) as sessions,
            (select kept::int from event_month where tenant_id = $1) as kept`,
    [tenantId],
  );
  expect(totals).toEqual({
    hour_views: count,
    hour_visitors: visitors,
    day_views: count,
    day_sessions: visitors,
    cube_views: count,
    clicks: count,
    session_events: 3 * count,
    sessions: visitors,
    kept: 3 * count,
  });
}

describe('events that were answered 202', () => {
  it('count once, although their process is killed in the middle of the transaction that counts them', async () => {
    const place = createPlace();
    const steps = await HeldSteps.start({ database, sql });
    await steps.at('event_month', 'insert', `new.tenant_id = '${place.tenantId}'`);
    await steps.hold();
    await sendAll(place, 0, 3);
    await waitUntil(async () => (await steps.waiting()) > 0, { ...WAIT, what: 'the transaction to be held' });
    await sendAll(place, 3, 2);
    await stack.runtime.kill();
    await steps.abort();
    await steps.release();
    await steps.stop();
    expect(await sql('select from event where tenant_id = $1', [place.tenantId])).toEqual([]);
    age();
    await stack.runtime.start();
    await expectOnce(place, 5);
  });

  it('count once, although their process is killed between the commit and the removal of the file', async () => {
    const place = createPlace();
    await waitUntil(isCounted, WAIT);
    await stack.postgres.stop();
    await sendAll(place, 0, 4);
    await stack.runtime.kill();
    const copies = readdirSync(journal()).map((name) => [join(journal(), name), join(stack.home, name)] as const);
    expect(copies).not.toEqual([]);
    for (const [file, copy] of copies) copyFileSync(file, copy);
    await stack.postgres.start();
    age();
    await stack.runtime.start();
    await expectOnce(place, 4);
    for (const [file, copy] of copies) copyFileSync(copy, file.replace(/\.open$/, '.journal'));
    await expectOnce(place, 4);
  });

  it('count once, also those that come while Redis is away', async () => {
    const place = createPlace();
    await sendAll(place, 0, 2);
    await stack.redis.kill();
    await sendAll(place, 2, 3);
    await expectOnce(place, 5);
    await stack.redis.start();
    await sendAll(place, 5, 1);
    await expectOnce(place, 6);
  });

  it('count once, whenever their process or Postgres is killed, and what was not answered is sent again', async () => {
    const place = createPlace();
    const random = randomNumbers(SEED);
    let accepted = 0;
    const sending = inLanes(
      LANES,
      Array.from({ length: BATCHES }, (_, n) => n),
      async (n) => {
        const batch = batchOf(place, n);
        while ((await send(batch, n)) !== 202) await waitUntil(() => stack.runtime.isRunning, WAIT);
        accepted += 1;
        // Spreads the batches over the kills.
        await delay(random() * 100);
      },
    );
    for (let kill = 0; kill < KILLS; kill += 1) {
      const before = accepted;
      await waitUntil(() => accepted > before || accepted === BATCHES, WAIT);
      await delay(random() * MOMENTS_MS);
      if (kill % 2 === 1) await stack.postgres.crash();
      await stack.runtime.kill();
      if (!stack.postgres.isRunning) await stack.postgres.start();
      age();
      await stack.runtime.start();
    }
    await sending;
    age();
    await expectOnce(place, BATCHES);
  });
});
