import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Database } from '#libs/core/persistence';
import { timelineOf } from '../../../../../test/support/crm-contacts.js';
import { type CrmTenant, crmStack } from '../../../../../test/support/crm-stack.js';
import type { HttpClient } from '../../../../../test/support/http-client.js';
import { randomNumbers } from '../../../../../test/support/random.js';
import { usePrepared, useStack } from '../../../../../test/support/use-stack.js';
import { JourneyRepository } from '../definition/journey.repository.js';
import { JourneyEntries } from '../enrollments/journey-entries.js';
import {
  DAY_MS,
  enterAll,
  HOUR_MS,
  ifStage,
  journeyCalls,
  journeyOf,
  JourneyTime,
  toStage,
  wait,
} from '../journeys.fixture.js';
import { StageChanges } from '../effects/stage-changes.js';

const stack = useStack(() => crmStack({ ROLE: 'api' }));
const time = usePrepared(() => new JourneyTime(stack));
let tenant: CrmTenant;
let acme: HttpClient;

beforeEach(async () => {
  tenant = await stack.createTenant();
  acme = await tenant.session('admin');
});

const { createContact, start, waysOf, wayOf } = journeyCalls(() => acme);
const enter = (journeyId: string, ...contactIds: string[]) => enterAll(stack, tenant, journeyId, contactIds, time.now);
const stageOf = async (contactId: string) => (await acme.get(`/v1/contatos/${contactId}`)).body.estagio;
const doneBy = async (contactId: string) =>
  (await wayOf(contactId)).passos.map(({ numero, resultado }: { numero: number; resultado: string }) => [
    numero,
    resultado,
  ]);

/** Has a contact enter as a trigger does. */
const enterBy = async (journeyId: string, contactId: string, chain: string[] = []) => {
  const [journeys, entries, database] = [JourneyRepository, JourneyEntries, Database].map((type) =>
    stack.app.get(type as never, { strict: false }),
  ) as [JourneyRepository, JourneyEntries, Database];
  return database.tenant(tenant.id, async (tx) => {
    const [journey] = await journeys.findMany(tx, tenant.id, [journeyId]);
    const cause = { kind: 'field-changed' as const, chain, subject: 'estagio' };
    return entries.enter(tx, journey!, [{ contactId: contactId as 'cnt_', cause }] as never);
  });
};

describe('a contact in a journey', () => {
  it('waits, acts and goes by conditions, each step once and in its time', async () => {
    const id = await start([
      wait(1),
      toStage(2, 'contatado'),
      ifStage(3, 'cliente', 5),
      wait(4),
      toStage(5, 'qualificado'),
    ]);
    const contact = await createContact();
    const entered = time.now.toISOString();
    await enter(id, contact);
    await time.settle();
    expect(await wayOf(contact)).toMatchObject({ estado: 'esperando', passo: 2, entrou_em: entered });
    await time.pass(DAY_MS - 1);
    expect(await stageOf(contact)).toBe('novo');
    await time.pass(1);
    expect(await stageOf(contact)).toBe('qualificado');
    const way = await wayOf(contact);
    const later = time.now.toISOString();
    expect(way).toMatchObject({
      estado: 'encerrada',
      desfecho: 'concluida',
      passo: null,
      proximo_em: null,
      saiu_em: later,
    });
    expect(way.passos).toEqual([
      { numero: 1, tipo: 'esperar', em: entered, resultado: 'espera', ate: later },
      { numero: 2, tipo: 'agir', em: later, resultado: 'mudou' },
      { numero: 3, tipo: 'condicao', em: later, resultado: 'nao_satisfaz', ir: 5 },
      { numero: 5, tipo: 'agir', em: later, resultado: 'mudou' },
    ]);
    const told = await timelineOf(stack, contact);
    expect(told.filter(({ type }) => type === 'journey').map(({ data }) => data)).toEqual([
      { journeyId: id, name: 'Boas-vindas', event: 'entered' },
      { journeyId: id, name: 'Boas-vindas', event: 'left', outcome: 'completed' },
    ]);
    const { atividades } = (await acme.get(`/v1/contatos/${contact}/atividades?tipo=jornada`)).body;
    expect(atividades.map(({ dados }: { dados: object }) => dados)).toEqual([
      { jornada_id: id, nome: 'Boas-vindas', evento: 'saiu', desfecho: 'concluida' },
      { jornada_id: id, nome: 'Boas-vindas', evento: 'entrou' },
    ]);
  });

  it('is counted by version and step', async () => {
    const id = await start([wait(1), ifStage(2, 'cliente', 4), wait(3), toStage(4, 'descartado')]);
    const contacts = await Promise.all([createContact(), createContact({ estagio: 'cliente' }), createContact()]);
    await enter(id, ...contacts);
    await time.settle();
    await time.pass(DAY_MS);
    const { versoes } = (await acme.get(`/v1/jornadas/${id}/numeros`)).body;
    const figures = (entraram: number, dentro: number, sairam: number) => ({ entraram, dentro, sairam, falharam: 0 });
    expect(versoes).toEqual([
      {
        versao: 1,
        ...figures(3, 1, 2),
        passos: [
          { numero: 1, tipo: 'esperar', ...figures(3, 0, 3) },
          { numero: 2, tipo: 'condicao', ...figures(3, 0, 3) },
          { numero: 3, tipo: 'esperar', ...figures(1, 0, 1) },
          { numero: 4, tipo: 'agir', ...figures(3, 1, 2) },
        ],
      },
    ]);
  });

  it('goes the same way in a split each time, and many go by its weights', async () => {
    const split = {
      numero: 1,
      tipo: 'dividir',
      ramos: [
        { peso: 1, ir: 2 },
        { peso: 3, ir: 3 },
      ],
    };
    const id = await start([split, wait(2), wait(3)], { reentrada: 'sempre' });
    const contacts = Array.from({ length: 400 }, (_, n) => `cnt_${String(n).padStart(16, '0')}`);
    await stack.sql(
      `insert into contact (tenant_id, id, lifecycle, stage, tags, custom)
       select $1, contact_id, 'contact', 'new', '{}', '{}' from unnest($2::text[]) as contact_id`,
      [tenant.id, contacts],
    );
    await enter(id, ...contacts);
    await time.settle();
    const counts = await stack.sql<{ n: number }>(
      `select count(*)::int as n from enrollment_step s join enrollment e on e.id = s.enrollment_id
        where e.journey_id = $1 and s.step = 1 and s.detail->>'to' = '2'`,
      [id],
    );
    expect(counts[0]!.n).toBeGreaterThan(70);
    expect(counts[0]!.n).toBeLessThan(130);
    const first = await doneBy(contacts[7]!);
    await enterBy(id, contacts[7]!);
    await time.settle();
    expect(await doneBy(contacts[7]!)).toEqual(first);
  });

  it('stays on the steps it entered with when the journey is edited', async () => {
    const id = await start([wait(1), toStage(2, 'contatado')]);
    const [before, after] = [await createContact(), await createContact()];
    await enter(id, before);
    await time.settle();
    await acme.put(`/v1/jornadas/${id}`, journeyOf({ passos: [toStage(1, 'cliente')] }));
    await enter(id, after);
    await time.settle();
    expect([await stageOf(before), await stageOf(after)]).toEqual(['novo', 'cliente']);
    await time.pass(DAY_MS);
    expect([await stageOf(before), (await wayOf(before)).versao, (await wayOf(after)).versao]).toEqual([
      'contatado',
      1,
      2,
    ]);
  });

  it('waits while the journey is off, and goes on when it is on again', async () => {
    const id = await start([wait(1), toStage(2, 'contatado')]);
    const contact = await createContact();
    await enter(id, contact);
    await time.settle();
    await acme.put(`/v1/jornadas/${id}/ativa`, { ativa: false });
    await time.pass(3 * DAY_MS);
    expect([await stageOf(contact), (await wayOf(contact)).estado]).toEqual(['novo', 'pausada']);
    await acme.put(`/v1/jornadas/${id}/ativa`, { ativa: true });
    await time.settle();
    expect([await stageOf(contact), (await wayOf(contact)).desfecho]).toEqual(['contatado', 'concluida']);
  });

  it('leaves when the journey is turned off with everybody, and when it is deleted', async () => {
    const [one, other] = [
      await start([wait(1), toStage(2, 'contatado')]),
      await start([wait(1), toStage(2, 'contatado')]),
    ];
    const contact = await createContact();
    await enter(one, contact);
    await enter(other, contact);
    await time.settle();
    await acme.put(`/v1/jornadas/${one}/ativa`, { ativa: false, encerrar: true });
    await acme.delete(`/v1/jornadas/${other}`);
    await time.pass(2 * DAY_MS);
    const ways = await waysOf(contact);
    expect(ways.map(({ desfecho }: { desfecho: string }) => desfecho)).toEqual(['encerrada', 'encerrada']);
    expect(await stageOf(contact)).toBe('novo');
    expect((await acme.get(`/v1/jornadas/${one}/numeros`)).body.versoes[0]).toMatchObject({ dentro: 0, sairam: 1 });
  });

  it('leaves by the exit, and has got there by the goal, before each step', async () => {
    const criteria = (estagio: string) => ({ criterios: [{ campo: 'estagio', operador: 'igual', valor: estagio }] });
    const changes = { saida: criteria('descartado'), objetivo: criteria('cliente') };
    const id = await start([wait(1), toStage(2, 'cliente'), toStage(3, 'descartado')], changes);
    const [lost, won] = [await createContact(), await createContact()];
    await enter(id, lost, won);
    await time.settle();
    await acme.patch(`/v1/contatos/${lost}`, { estagio: 'descartado' });
    await time.pass(DAY_MS);
    expect([(await wayOf(lost)).desfecho, await stageOf(lost)]).toEqual(['saida', 'descartado']);
    // Its own step brings it to the goal: the next one is not done.
    expect([(await wayOf(won)).desfecho, await stageOf(won)]).toEqual(['objetivo', 'cliente']);
  });

  it.each([
    ['nunca', 'never again', 1],
    ['apos_sair', 'again after it has left', 2],
    ['sempre', 'always', 3],
  ])('enters by %s %s', async (reentrada, _, expected) => {
    const id = await start([wait(1)], { reentrada });
    const contact = await createContact();
    await enterBy(id, contact);
    await time.settle();
    await enterBy(id, contact);
    await time.settle();
    const live = (await waysOf(contact)).filter(({ estado }: { estado: string }) => estado !== 'encerrada');
    expect(live).toHaveLength(1);
    await time.pass(DAY_MS);
    await enterBy(id, contact);
    await time.settle();
    const ways = await waysOf(contact);
    expect(ways).toHaveLength(expected);
    if (reentrada === 'sempre') expect(ways.at(-1).desfecho).toBe('reiniciada');
  });

  it('is told of by one event a day when its journey may be a loop', async () => {
    const id = await start([wait(1)], { reentrada: 'sempre' });
    const tooDeep = Array.from({ length: 6 }, (_, n) => `j${n}`);
    for (let turn = 0; turn < 2; turn += 1) await enterBy(id, await createContact(), tooDeep);
    const { eventos } = (await acme.get('/v1/alertas/eventos')).body;
    expect(eventos).toMatchObject([
      { alerta_id: null, jornada_id: id, para: 'disparado', motivo: 'jornada_interrompida', valor: 1 },
    ]);
  });

  it('is interrupted when too many journeys led to it, and when it enters too often in a day', async () => {
    const id = await start([toStage(1, 'novo')], { reentrada: 'sempre' });
    const [deep, often] = [await createContact(), await createContact()];
    expect(await enterBy(id, deep, ['a', 'b', 'c', 'd', 'e'])).toBe(1);
    expect(await enterBy(id, deep, ['a', 'b', 'c', 'd', 'e', 'f'])).toBe(0);
    expect((await wayOf(deep)).motivo).toBe('depth');
    for (let turn = 0; turn < 25; turn += 1) {
      await enterBy(id, often);
      await time.pass(1_000);
    }
    const ways = await waysOf(often);
    expect([ways.length, ways[0].desfecho, ways[0].motivo]).toEqual([21, 'interrompida', 'entries']);
    await time.pass(DAY_MS);
    expect(await enterBy(id, often)).toBe(1);
  });

  it('ends with a contact that is deleted, follows it into another, and is forgotten with an erased one', async () => {
    const id = await start([wait(1), toStage(2, 'contatado')]);
    const [gone, merged, kept, both, bothKept] = await Promise.all(Array.from({ length: 5 }, () => createContact()));
    await enter(id, gone!, merged!, both!, bothKept!);
    await time.settle();
    expect((await acme.send('DELETE', `/v1/contatos/${gone}`, '{"motivo":"duplicado"}')).status).toBe(204);
    expect((await acme.post(`/v1/contatos/${kept}/mesclar`, { contato_id: merged })).status).toBeLessThan(300);
    expect((await acme.post(`/v1/contatos/${bothKept}/mesclar`, { contato_id: both })).status).toBeLessThan(300);
    await time.pass(DAY_MS);
    const outcomes = await stack.sql<{ contact_id: string; outcome: string }>(
      'select contact_id, outcome from enrollment where journey_id = $1',
      [id],
    );
    expect(Object.fromEntries(outcomes.map((one) => [one.contact_id, one.outcome]))).toEqual({
      [gone!]: 'contact-gone',
      [kept!]: 'completed',
      [both!]: 'merged',
      [bothKept!]: 'completed',
    });
    expect(await stageOf(kept!)).toBe('contatado');
  });

  it('of which a step fails is tried again, alone, and ends after many failures', async () => {
    const id = await start([wait(1), toStage(2, 'contatado')]);
    const [poison, well] = [await createContact(), await createContact()];
    await enter(id, poison, well);
    await time.settle();
    const stages = stack.app.get(StageChanges, { strict: false });
    const apply = stages.apply.bind(stages);
    const failing = vi.spyOn(stages, 'apply').mockImplementation((scope, acting) => {
      if (acting.some(({ contact }) => contact.id === poison)) return Promise.reject(new Error('As asked'));
      return apply(scope, acting);
    });
    await time.pass(DAY_MS);
    expect([await stageOf(well), await stageOf(poison)]).toEqual(['contatado', 'novo']);
    for (let attempt = 0; attempt < 20; attempt += 1) await time.pass(HOUR_MS);
    failing.mockRestore();
    expect(await wayOf(poison)).toMatchObject({ desfecho: 'falhou', estado: 'encerrada' });
    expect((await acme.get(`/v1/jornadas/${id}/numeros`)).body.versoes[0]).toMatchObject({ falharam: 1, dentro: 0 });
  });

  it('stands still while the queues are on hold', async () => {
    const id = await start([toStage(1, 'contatado')]);
    const contact = await createContact();
    await enter(id, contact);
    await stack.sql(`insert into queue_hold (reason) values ('A restore')`);
    await time.settle();
    expect(await stageOf(contact)).toBe('novo');
    await stack.sql('update queue_hold set ended_at = now()');
    await time.settle();
    expect(await stageOf(contact)).toBe('contatado');
  });
});

describe('a simulation', () => {
  const simulate = (id: string, contact: string, agora = time.now.toISOString()) =>
    acme.post(`/v1/jornadas/${id}/simular`, { contato_id: contact, agora });

  it('does what the engine does, with random journeys, and leaves nothing behind', async () => {
    const next = randomNumbers(31);
    const stages = ['novo', 'contatado', 'qualificado', 'cliente'];
    const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)]!;
    for (let round = 0; round < 12; round += 1) {
      const length = 2 + Math.floor(next() * 7);
      const later = (numero: number) => numero + 1 + Math.floor(next() * (length - numero));
      const passos = Array.from({ length }, (_, index) => {
        const numero = index + 1;
        const kind = numero === length ? 'wait' : pick(['wait', 'stage', 'if', 'split']);
        if (kind === 'stage') return toStage(numero, pick(stages));
        if (kind === 'if') return ifStage(numero, pick(stages), later(numero));
        if (kind === 'split')
          return { numero, tipo: 'dividir', ramos: [1, 2].map((peso) => ({ peso, ir: later(numero) })) };
        return wait(numero, 1 + Math.floor(next() * 40 * DAY_MS));
      });
      const id = await start(passos);
      const contact = await createContact({ estagio: pick(stages) });
      const before = await stack.sql('select * from enrollment where tenant_id = $1', [tenant.id]);
      const { status, body } = await simulate(id, contact);
      expect([status, await stack.sql('select * from enrollment where tenant_id = $1', [tenant.id])]).toEqual([
        200,
        before,
      ]);
      await enter(id, contact);
      for (let way = undefined; way?.estado !== 'encerrada';) {
        if (way?.proximo_em) time.set(way.proximo_em);
        await time.settle();
        way = await wayOf(contact);
      }
      const way = await wayOf(contact);
      expect({ passos: way.passos, desfecho: way.desfecho, termina_em: way.saiu_em }).toEqual(body);
    }
  });

  it('takes no time after which there are no dates for its waits', async () => {
    const id = await start([{ numero: 1, tipo: 'esperar', espera: '315576000000000000' }]);
    const contact = await createContact();
    const late = await simulate(id, contact, '9999-12-31T23:59:59Z');
    expect([late.status, late.body.campo]).toEqual([422, 'agora']);
    expect((await simulate(id, contact, '2999-12-31T23:59:59Z')).body).toMatchObject({ desfecho: 'concluida' });
  });

  it('ends after 500 steps where the journey has no end', async () => {
    const { body } = await acme.post('/v1/jornadas', journeyOf({ passos: [wait(1), ifStage(2, 'cliente', 1)] }));
    const { status, body: simulation } = await simulate(body.id, await createContact());
    expect([status, simulation.passos.length, simulation.desfecho, simulation.termina_em]).toEqual([
      200,
      500,
      null,
      null,
    ]);
  });

  it('is of a contact of the account', async () => {
    const { body } = await acme.post('/v1/jornadas', journeyOf());
    for (const contact of ['x', 'cnt_0123456789abcdef']) {
      const { status, body: problem } = await simulate(body.id, contact);
      expect([status, problem.campo]).toEqual([422, 'contato_id']);
    }
    expect((await simulate(body.id, 'x', 'amanhã')).status).toBe(400);
  });
});
