import pg from 'pg';
import { expect, it, vi } from 'vitest';
import { crmStack } from '../../../../../test/support/crm-stack.js';
import { useStack } from '../../../../../test/support/use-stack.js';
import {
  activeJourney,
  enterAll,
  HOUR_MS,
  ifStage,
  journeyOf,
  JourneyTime,
  toStage,
  wait,
  doneByContact,
} from '../journeys.fixture.js';

/** Statements of a batch at least: the connection is cut before each of them once. */
const CUTS = 15;

const stack = useStack(() => crmStack({ ROLE: 'api' }));

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
  const ways = await doneByContact(stack, tenant);
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
