import { expect, it, vi } from 'vitest';
import { patient, waitUntil } from '#libs/test/testing';
import {
  activeJourney,
  enterAll,
  journeyOf,
  toStage,
  wait,
  doneByContact,
} from '../../apps/crm/src/journeys/journeys.fixture.js';
import { AppProcess } from '../support/app-process.js';
import { ENCRYPTION_KEYS, SERVICE_SECRET } from '../support/app-stack.js';
import { crmStack } from '../support/crm-stack.js';
import { useStack } from '../support/use-stack.js';

/** How often the worker is killed; 200 in a long run. */
const KILLS = Number(process.env['JOURNEY_KILLS'] ?? 6);
const KILL_MS = 15_000;
if (process.env['JOURNEY_KILLS']) vi.setConfig({ testTimeout: patient(KILLS * KILL_MS) });
/** Contacts that enter before each kill, so that there is something under way until the last. */
const GROUP = 12;
const STEPS = 40;
const MOMENT_MS = 150;

const stack = useStack(() => crmStack({ ROLE: 'api' }));

const startWorker = () =>
  AppProcess.start('crm', {
    ...stack.issuer.environment,
    NODE_ENV: 'development',
    LOG_LEVEL: 'warn',
    ROLE: 'worker',
    REDIS_URL: stack.redisUrl,
    DATABASE_URL: stack.database.url,
    DATABASE_SYSTEM_URL: stack.database.systemUrl,
    BLOB_DIR: stack.blobDir,
    SERVICE_SECRET,
    ENCRYPTION_KEYS,
  });

/** Counts what rows a query has. */
const count = async (text: string, values: unknown[]): Promise<number> => (await stack.sql(text, values)).length;

/** Waits until a transaction of the worker has written a step, and has not ended. */
const waitForWriting = () =>
  waitUntil(
    () =>
      count(
        `select from pg_locks where mode = 'RowExclusiveLock' and relation in (
           select inhrelid from pg_inherits where inhparent = 'enrollment_step'::regclass union all
           select 'enrollment_step'::regclass)`,
        [],
      ),
    { timeoutMs: 60_000, everyMs: 1, what: 'a transaction with a step' },
  );

it('a worker that is killed again and again leaves no gap and repeats nothing', async () => {
  const tenant = await stack.createTenant();
  const acme = await tenant.session('admin');
  // Waits of a moment between changes of the stage.
  const passos = Array.from({ length: STEPS }, (_, index) =>
    index % 2 === 0 ? wait(index + 1, MOMENT_MS) : toStage(index + 1, index % 4 === 1 ? 'contatado' : 'qualificado'),
  );
  const id = await activeJourney(acme, journeyOf({ passos }));
  const steps = () => count('select from enrollment_step where tenant_id = $1', [tenant.id]);
  const worker = await startWorker();
  try {
    for (let kill = 0; kill < KILLS; kill += 1) {
      const contacts: string[] = [];
      for (let n = 0; n < GROUP; n += 1)
        contacts.push((await acme.post('/v1/contatos', { email: `k${kill}-${n}@acme.test` })).body.id);
      await enterAll(stack, tenant, id, contacts, new Date());
      const before = await steps();
      await waitUntil(async () => (await steps()) > before, { timeoutMs: 60_000, everyMs: 5, what: 'progress' });
      await waitForWriting();
      await worker.kill();
      await worker.start();
    }
    const inside = () => count(`select from enrollment where journey_id = $1 and state <> 'ended'`, [id]);
    await waitUntil(async () => (await inside()) === 0, { timeoutMs: 120_000, everyMs: 100, what: 'the end of all' });
  } finally {
    await worker.kill();
  }
  const ways = await doneByContact(stack, tenant);
  const whole = Array.from({ length: STEPS }, (_, index) => index + 1);
  expect(ways.size).toBe(KILLS * GROUP);
  for (const way of ways.values()) expect(way).toEqual(whole);
  const told = await count(`select from activity where tenant_id = $1 and type = 'stage-changed'`, [tenant.id]);
  // The first entry of each is that of the new contact.
  expect(told).toBe((1 + STEPS / 2) * KILLS * GROUP);
});
