import pg from 'pg';
import { expect, it, vi } from 'vitest';
import { crmStack } from '../../../../../test/support/crm-stack.js';
import { AppProcess } from '../../../../../test/support/app-process.js';
import { ENCRYPTION_KEYS, SERVICE_SECRET } from '../../../../../test/support/app-stack.js';
import { useStack } from '../../../../../test/support/use-stack.js';
import { waitUntil } from '#libs/test/testing';
import {
  activeJourney,
  enterAll,
  HOUR_MS,
  ifStage,
  journeyOf,
  JourneyTime,
  toStage,
  wait,
} from '../journeys.fixture.js';

/** How often the worker is killed; 200 for a long run. */
const KILLS = Number(process.env['JOURNEY_KILLS'] ?? 5);
const CONTACTS = 100;
/** Statements of a batch at least: the connection is cut before each of them once. */
const CUTS = 15;

const stack = useStack(() => crmStack({ ROLE: 'api' }));

interface Done {
  contact_id: string;
  seq: number;
  step: number;
}

const stepsOf = (tenantId: string) =>
  stack.sql<Done>(
    `select e.contact_id, s.seq, s.step from enrollment_step s join enrollment e on e.tenant_id = s.tenant_id and e.id = s.enrollment_id
      where s.tenant_id = $1 order by e.contact_id, s.seq`,
    [tenantId],
  );

/** The steps of each contact, in their order. Fails where a number is missing. */
function waysOf(done: readonly Done[]): Map<string, number[]> {
  const ways = new Map<string, number[]>();
  for (const { contact_id: contactId, seq, step } of done) {
    const way = ways.get(contactId) ?? [];
    way.push(step);
    expect(seq).toBe(way.length);
    ways.set(contactId, way);
  }
  return ways;
}

it('a connection that is lost before any statement of a batch leaves no half of it, and nothing is done twice', async () => {
  const time = new JourneyTime(stack);
  const tenant = await stack.createTenant();
  const acme = await tenant.session('admin');
  await acme.put('/v1/configuracoes/mensagens', {
    silencio_inicio: '00:00',
    silencio_fim: '00:00',
    maximo_por_dia: 100,
  });
  const mail = { numero: 2, tipo: 'agir', acao: 'email', parametros: { assunto: 'Oi', texto: 'x' } };
  const passos = [toStage(1, 'contatado'), mail, ifStage(3, 'contatado', 4), wait(4, HOUR_MS), toStage(5, 'cliente')];
  const id = await activeJourney(acme, journeyOf({ passos }));
  const contacts = await Promise.all(
    Array.from({ length: 20 }, async (_, n) => {
      const { body } = await acme.post('/v1/contatos', { email: `c${n}@acme.test` });
      await acme.put(`/v1/contatos/${body.id}/consentimento`, { canal: 'email', recebe: true, origem: 'balcão' });
      return body.id as string;
    }),
  );
  const query = pg.Client.prototype.query;
  let cuts = 0;
  for (const [n, contact] of contacts.entries()) {
    await enterAll(stack, tenant, id, [contact], time.now);
    for (const before of [2 * n + 1, 2 * n + 2]) {
      let count = 0;
      const cutting = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...given) {
        const text = typeof given[0] === 'string' ? given[0] : (given[0] as unknown as { text: string }).text;
        if (/enrollment|journey|contact|outbox|activity|consent|commit|COMMIT/.test(text) && (count += 1) === before) {
          cuts += 1;
          (this as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
        }
        return Reflect.apply(query, this, given);
      });
      await time.engine.round().catch(() => 0);
      cutting.mockRestore();
    }
    await time.settle();
  }
  expect(cuts).toBeGreaterThanOrEqual(CUTS);
  await time.pass(HOUR_MS);
  const ways = waysOf(await stepsOf(tenant.id));
  expect([...ways.values()]).toEqual(contacts.map(() => [1, 2, 3, 4, 5]));
  const told = await stack.sql<{ n: number }>(
    `select count(*)::int as n from activity where tenant_id = $1 and type = 'stage-changed'`,
    [tenant.id],
  );
  // The first entry is that of the new contact.
  expect(told[0]!.n).toBe((1 + 2) * contacts.length);
  const { versoes } = (await acme.get(`/v1/jornadas/${id}/numeros`)).body;
  expect(versoes[0]).toMatchObject({ entraram: 20, dentro: 0, sairam: 20, falharam: 0 });
});

it('a worker that is killed again and again leaves no gap and repeats nothing', async () => {
  const tenant = await stack.createTenant();
  const acme = await tenant.session('admin');
  const steps = 40;
  // Waits of a moment between changes of the stage: there is always something under way.
  const passos = Array.from({ length: steps }, (_, index) =>
    index % 2 === 0 ? wait(index + 1, 150) : toStage(index + 1, index % 4 === 1 ? 'contatado' : 'qualificado'),
  );
  const id = await activeJourney(acme, journeyOf({ passos }));
  const contacts = await Promise.all(
    Array.from(
      { length: CONTACTS },
      async (_, n) => (await acme.post('/v1/contatos', { email: `k${n}@acme.test` })).body.id,
    ),
  );
  await enterAll(stack, tenant, id, contacts, new Date());
  const worker = await AppProcess.start('crm', {
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
  try {
    const count = async () => (await stepsOf(tenant.id)).length;
    for (let kill = 0; kill < KILLS; kill += 1) {
      const before = await count();
      await waitUntil(async () => (await count()) > before, { timeoutMs: 60_000, everyMs: 5, what: 'progress' });
      await worker.kill();
      await worker.start();
    }
    await waitUntil(
      async () =>
        (await stack.sql(`select from enrollment where journey_id = $1 and state <> 'ended'`, [id])).length === 0,
      { timeoutMs: 120_000, everyMs: 100, what: 'the end of all' },
    );
  } finally {
    await worker.kill();
  }
  const ways = waysOf(await stepsOf(tenant.id));
  const whole = Array.from({ length: steps }, (_, index) => index + 1);
  expect(ways.size).toBe(CONTACTS);
  for (const way of ways.values()) expect(way).toEqual(whole);
  const told = await stack.sql<{ n: number }>(
    `select count(*)::int as n from activity where tenant_id = $1 and type = 'stage-changed'`,
    [tenant.id],
  );
  expect(told[0]!.n).toBe((1 + steps / 2) * CONTACTS);
});
