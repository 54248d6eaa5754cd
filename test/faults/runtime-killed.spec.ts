import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { waitUntil } from '#libs/test/testing';
import { AppProcess } from '../support/app-process.js';
import { inLanes } from '../support/in-lanes.js';
import { pagesStack, type PagesTenant } from '../support/pages-stack.js';
import { move, type Recording, recording, ReplaySender, timed } from '../support/replays.js';
import { useStack } from '../support/use-stack.js';

const VISITS = 240;
const LANES = 8;
const KILLS = 4;
const USER_AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
/** Longer ago than a process that lives writes nothing. */
const LONG_AGO = new Date(Date.now() - 3_600_000);

const stack = useStack(pagesStack);
let home: string;
let tenant: PagesTenant;
let sender: ReplaySender;
let runtime: AppProcess;

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'runtime-'));
  tenant = await stack.createTenant();
  const first = await stack.startRuntime();
  sender = await ReplaySender.of(stack, tenant, 'loja.example.com');
  await stack.stopRuntime(first);
  runtime = await AppProcess.start('runtime', {
    NODE_ENV: 'development',
    LOG_LEVEL: 'warn',
    REDIS_URL: stack.redisUrl,
    DATABASE_URL: stack.database.url,
    DATABASE_SYSTEM_URL: stack.database.systemUrl,
    BLOB_DIR: stack.blobDir,
    JOURNAL_DIR: join(home, 'journal'),
    SERVICE_SECRET: 'the-service-secret-that-the-tests-share',
    ENCRYPTION_KEYS: `test:${Buffer.alloc(32, 7).toString('base64')}`,
    IDENTITY_URL: 'http://127.0.0.1:9',
    CRM_URL: 'http://127.0.0.1:9',
    SMTP_URL: 'smtp://127.0.0.1:9',
    COLLECT_PER_MINUTE: '100000',
    REPLAYS_PER_MINUTE: '100000',
  });
});
afterAll(async () => {
  await runtime?.kill();
  rmSync(home, { recursive: true, force: true });
});

interface Visit extends Recording {
  lote: string;
}

/** Sends until it is accepted, over all deaths of the process, as a browser and its beacons do. */
async function sendUntilAccepted(path: string, body: object): Promise<void> {
  await waitUntil(
    async () => {
      const headers = { ...sender.origin, 'user-agent': USER_AGENT };
      return (await runtime.client.post(path, body, headers)).status === 202;
    },
    { timeoutMs: 60_000, what: `${path} to be accepted` },
  );
}

it('loses nothing that it answered and counts nothing twice, killed at any moment', async () => {
  const visits = Array.from({ length: VISITS }, (): Visit => ({ lote: randomUUID(), ...recording() }));
  let accepted = 0;
  const visiting = inLanes(LANES, visits, async ({ lote, ...of }) => {
    const eventos = [{ tipo: 'visualizacao' }, { tipo: 'rolagem', profundidade: 50 }];
    await sendUntilAccepted('/collect', { credencial: sender.token, carga: of.carga, lote, eventos });
    await sendUntilAccepted('/replay', sender.bodyOf(of, 0, timed([sender.meta, move(1)])));
    await sendUntilAccepted('/replay', sender.bodyOf(of, 1, timed([move(2)])));
    accepted += 1;
  });
  for (let n = 1; n <= KILLS; n += 1) {
    await waitUntil(() => accepted >= (n * VISITS) / (KILLS + 1), { timeoutMs: 60_000, what: 'some visits' });
    await runtime.kill();
    await runtime.start();
  }
  await visiting;
  // What dead processes left would be taken over after a minute.
  const journal = join(home, 'journal', 'events');
  for (const name of readdirSync(journal)) utimesSync(join(journal, name), LONG_AGO, LONG_AGO);
  await waitUntil(() => readdirSync(journal).every((name) => !name.endsWith('.journal') && !name.endsWith('.open')), {
    timeoutMs: 60_000,
    what: 'the count of the journal',
  });

  const [counted] = await stack.sql(
    `select (select count(*)::int from event where tenant_id = $1 and kind = 'view') as views,
            (select count(*)::int from event where tenant_id = $1 and kind = 'scroll') as scrolls,
            (select sum(views)::int from total_hour where tenant_id = $1 and page_id = '') as total,
            (select sum(views)::int from total_day where tenant_id = $1 and page_id = '' and dimension = 'device') as by_device,
            (select sum(views)::int from scroll_day where tenant_id = $1) as depths`,
    [tenant.id],
  );
  expect(counted).toEqual({ views: VISITS, scrolls: VISITS, total: VISITS, by_device: VISITS, depths: VISITS });
  const recordings = await stack.sql<{ id: string; chunks: number; events: number }>(
    'select id, chunks, events from replay_session where tenant_id = $1',
    [tenant.id],
  );
  expect(recordings.map(({ id }) => id).toSorted()).toEqual(visits.map(({ gravacao }) => gravacao).toSorted());
  expect(new Set(recordings.map(({ chunks, events }) => `${chunks} ${events}`))).toEqual(new Set(['2 3']));
  const chunks = await stack.sql('select from replay_chunk where tenant_id = $1', [tenant.id]);
  expect(chunks).toHaveLength(2 * VISITS);
});
